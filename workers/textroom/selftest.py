"""What the text room must get right before it takes work: a library or grammar that does not fit gives other values."""

from scoring.case import Case
from scoring.metrics import bleu, chrf
from workers.sandbox.contract import Sandbox

REFERENCE = "Возвращает сумму двух чисел."
CANDIDATE = "Возвращает разность двух чисел."
EXPECTED = {"chrf": 0.648416579711178, "bleu": 0.4272870063962342}
# A function in each language that has data flow: compared with itself every part is 1, if the grammar works at all.
CODE = {
    "python": "def double(x):\n    y = x + x\n    return y\n",
    "java": "class A { int twice(int x) { int y = x + x; return y; } }\n",
    "go": "func double(x int) int {\n\tvar y = x + x\n\treturn y\n}\n",
    "javascript": "function double(x) { let y = x + x; return y; }\n",
    "c_sharp": "class A { int Twice(int x) { int y; y = x + x; return y; } }\n",
    "c": "int twice(int x) { int y; y = x + x; return y; }\n",
    "cpp": "int twice(int x) { int y; y = x + x; return y; }\n",
}


def faults(room: Sandbox) -> list[str]:
    """What the room got wrong, one sentence each. Raises SandboxFailed where it cannot work at all."""
    found = _compared(room, REFERENCE, CANDIDATE, ["chrf", "bleu"])
    values = {"chrf": chrf.value(found["chrf"]), "bleu": bleu.value(found["bleu"])}
    wrong = [f"{name} is {value} and should be {EXPECTED[name]}"
             for name, value in values.items() if abs(value - EXPECTED[name]) > 1e-9]
    for language, code in CODE.items():
        parts = _compared(room, code, code, ["codebleu"], language)["codebleu"]
        wrong += [f"the part {name} of {language} is {part} and should be 1" for name, part in parts.items() if part != 1.0]
    return wrong


def _compared(room: Sandbox, reference: str, candidate: str, metrics: list[str], language: str | None = None) -> dict:
    payload = {"reference": reference, "candidates": [candidate], "metrics": metrics, "language": language}
    return room.run(Case("text", "similarity", candidate, payload)).report["results"][0]
