"""Human labels: JSONL, one judged comment a line.

    {"label": "correct", "reference": "...", "comment": "...", "inputs": {"diff_block": "..."}}      a comment to be judged
    {"label": "correct", "judge": "wrong"}                                       one that a judge has answered already

`label` is `correct` or `wrong`, true or false, or a number for graded labels: then only its rank is compared. `judge` is what
the judge answered, word for word.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.benchmarks.text import words_of
from scoring.errors import BadInput
from scoring.judge.labels import RIGHT, WRONG

_WORDS = {RIGHT: 1, WRONG: 0, True: 1, False: 0}


@dataclass(frozen=True)
class Labelled:
    """One line. `label` is 1 or 0, or a grade."""

    label: float
    answer: str | None = None
    comment: str = ""
    subject: dict[str, str] = field(default_factory=dict)  # reference and inputs, as the prompt wants them


def read_labels(path: Path) -> list[Labelled]:
    """Raises BadInput with every faulty line at once, for a file without labels, and for one with words and grades."""
    found, faults = [], []
    worded: int | None = None  # the first line with a word
    graded: int | None = None
    for number, line in _lines(path):
        try:
            found.append(_labelled(row := json.loads(line)))
        except ValueError as error:
            faults.append(f"line {number}: {error}")
            continue
        if isinstance(row["label"], str | bool):
            worded = worded or number
        elif row["label"] not in (0, 1):
            graded = graded or number
    if worded and graded:
        faults.append(f"line {worded} has a word and line {graded} a grade: nobody can say what {RIGHT} is on that scale")
    if faults or not found:
        raise BadInput(f"{path} holds no labels: " + ("; ".join(faults[:20]) or "it is empty"), code="bad_labels",
                       mend='give lines such as {"label": "correct", "reference": "…", "comment": "…", "inputs": {…}}')
    return found


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {words_of(error)}", code="bad_labels",
                       mend="give a JSONL file in UTF-8") from error
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def _labelled(row: Any) -> Labelled:
    if not isinstance(row, dict):
        raise ValueError("it is no object")
    label, answer = row.get("label"), row.get("judge")
    if isinstance(label, str | bool):
        label = _WORDS.get(label)
    if not isinstance(label, int | float) or label != label:
        raise ValueError(f"`label` must be {RIGHT}, {WRONG}, true, false or a number")
    if isinstance(answer, str):
        return Labelled(label, answer=answer)
    inputs = row.get("inputs", {})
    subject = {**inputs, "reference": row.get("reference")} if isinstance(inputs, dict) else {"inputs": None}
    if not all(isinstance(text, str) for text in (row.get("comment"), *subject.values())):
        raise ValueError("it needs the texts `comment` and `reference`, and `inputs` of texts; or `judge`, an answer")
    return Labelled(label, comment=row["comment"], subject=subject)
