"""A submission over the seven tasks of benchmarks/mera-code that need no repository: right, wrong, empty and odd answers.

Each answer says by its construction under which profiles it passes, so that nobody has to run it to know.
"""

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACK = Path(__file__).resolve().parents[3] / "benchmarks" / "mera-code"
BOTH, NONE, STRICT, PUBLISHED = frozenset({"mera-1", "strict"}), frozenset(), frozenset({"strict"}), frozenset({"mera-1"})


@dataclass(frozen=True)
class Answer:
    """`value` is what the document holds: a reply, null, or results executed elsewhere."""

    value: Any
    passes: frozenset[str]


def records(task: str) -> list[dict[str, Any]]:
    return json.loads((PACK / f"{task}.json").read_text("utf-8"))["data"]


def fenced(code: str, tag: str = "python") -> str:
    return f"Вот решение.\n```{tag}\n{code.strip(chr(10))}\n```\n"


def functions(record: dict[str, Any]) -> list[Answer]:
    """Ten replies. A name that only another function of the answer uses is lost under the published scope."""
    meta = record["meta"]
    right, name = meta["canonical_solution"], meta["entry_point"]
    whole = f"{record['inputs']['function']}\n{right.strip(chr(10))}\n"
    helped = whole.replace(f"def {name}(", "def inner(") + f"\n\ndef {name}(*a, **k):\n    return inner(*a, **k)\n"
    return [
        Answer(fenced(right), BOTH), Answer(fenced(right), BOTH), Answer(right, BOTH),
        Answer(fenced(right, "py"), STRICT), Answer(fenced(helped), STRICT),
        Answer(fenced("    return 'нет'"), NONE), Answer("Не знаю.", NONE), Answer("", NONE), Answer(None, NONE),
        Answer(fenced("    while True:\n        pass"), NONE),
    ]


def results(record: dict[str, Any]) -> list[Answer]:
    """Ten results that another machine computed, two of them right."""
    right = record["outputs"]
    return [Answer(right, BOTH), Answer(right, BOTH), *[Answer(["None"] * len(right), NONE)] * 7, Answer("timed out", NONE)]


def mended(record: dict[str, Any]) -> list[Answer]:
    code = record["meta"]["canonical_code"]
    return [
        Answer(fenced(code), BOTH), Answer(code, BOTH), Answer(fenced(code, "py"), STRICT),
        Answer("# нечего чинить\n", PUBLISHED), Answer("x = 1\n", PUBLISHED), Answer("# flake8: noqa\nx=1\n", PUBLISHED),
        Answer(record["inputs"]["code"], NONE), Answer("", PUBLISHED), Answer(None, NONE), Answer("Не знаю.", NONE),
    ]


LABELS = [Answer("Success!", STRICT), Answer("Ответ: failed.", BOTH), Answer("Unsuccessful", NONE), Answer("", NONE)]
DOCUMENTATION = ["Вычисляет площадь прямоугольника по его сторонам.", "Even проверяет число n."]
ACCEPTED = ("знак", "журнал")  # the judge of the tests accepts a comment with one of these words
REVIEWS = ["Комментарий 1: Добавьте тест.\nКомментарий 2: Здесь меняется знак, хотя функция складывает числа.",
           "Нет замечаний."]


def answers() -> dict[str, list[list[Answer]]]:
    """Task -> per record of the pack its answers, for the tasks whose answers pass or fail."""
    evaluated = records("ruCodeEval")
    return {
        "ruHumanEval": [functions(record) for record in records("ruHumanEval")],
        "ruCodeEval": [results(evaluated[0]), functions(evaluated[1])],
        "CodeLinterEval": [mended(record) for record in records("CodeLinterEval")],
        "CodeCorrectness": [[answer] for answer in LABELS],
    }


def texts() -> dict[str, list[str]]:
    """Task -> per record its one reply, for the tasks whose answers are compared. The reference itself, or nothing."""
    return {
        "stRuCom": DOCUMENTATION, "ruCodeReviewer": REVIEWS,
        "UnitTests": [fenced(records("UnitTests")[0]["outputs"]), ""],
    }


def write(path: Path) -> Path:
    documents = {task: [[[answer.value for answer in of_record]] if len(of_record) > 1 else of_record[0].value
                        for of_record in of_task] for task, of_task in answers().items()} | texts()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for task, outputs in documents.items():
            rows = [{"outputs": output, "meta": {"id": record["meta"]["id"]}}
                    for output, record in zip(outputs, records(task), strict=True)]
            archive.writestr(f"{task}.json", json.dumps({"data": {"test": rows}}, ensure_ascii=False, indent=4))
    return path
