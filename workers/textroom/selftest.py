"""What the text room must get right before it takes work: a library or grammar that does not fit gives other values."""

from scoring.case import Case
from scoring.metrics import bleu, chrf
from workers.sandbox.contract import Sandbox

REFERENCE = "Возвращает сумму двух чисел."
CANDIDATE = "Возвращает разность двух чисел."
EXPECTED = {"chrf": 0.648416579711178, "bleu": 0.4272870063962342}


def faults(room: Sandbox) -> list[str]:
    """What the room got wrong, one sentence each. Raises SandboxFailed where it cannot work at all."""
    payload = {"reference": REFERENCE, "candidates": [CANDIDATE], "metrics": ["chrf", "bleu"]}
    [found] = room.run(Case("text", "similarity", "", payload)).report["results"]
    values = {"chrf": chrf.value(found["chrf"]), "bleu": bleu.value(found["bleu"])}
    return [f"{name} is {value} and should be {EXPECTED[name]}"
            for name, value in values.items() if abs(value - EXPECTED[name]) > 1e-9]
