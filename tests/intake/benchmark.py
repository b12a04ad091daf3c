"""The small benchmark that the bad archives of this folder answer, and a sound submission to it."""

import io
import json
from dataclasses import dataclass
from typing import Any

from scoring.benchmark import Benchmark, Sample, Task
from tests.packs.writing import function_sample


def _samples(*ids: str, outputs: Any = "1") -> tuple[Sample, ...]:
    return tuple(Sample(id=sample_id, outputs=outputs) for sample_id in ids)


BENCHMARK = Benchmark(name="intake", version="1", tasks={task.name: task for task in (
    Task("Sum", "exact-match", _samples("0", "1", "2"), aliases=("Summe",)),
    Task("Ten", "python-io", tuple(function_sample(number, ["4", "9", "16"]) for number in "01"), attempts=10),
    Task("Tree", "exact-match", _samples("0", "1", outputs={"a": 1}), answer="json"),
    Task("Talk", "exact-match", _samples("0/0", "0/1"), id_fields=("dialog", "turn")),
    Task("Lines", "exact-match", _samples("L/0", "L/1"), attempts=2),
)})
RESULTS = [["4", "9", "16"], "timed out", ["4", "None", "16"], ["4", "9", "16"], ["1", "2", "3"]] * 2
ANSWERS = 3 + 20 + 2 + 2 + 4  # of a sound submission


@dataclass(frozen=True)
class Text:
    """A member of a submission whose content is at hand."""

    name: str
    content: bytes

    def open(self) -> io.BytesIO:
        return io.BytesIO(self.content)


def document(*rows: Any) -> Any:
    return {"data": {"test": list(rows)}}


def row(sample_id: Any, outputs: Any = "1") -> dict[str, Any]:
    return {"outputs": outputs, "meta": {"id": sample_id}}


def line(sample: int, attempt: int, **fields: Any) -> dict[str, Any]:
    return {"task": "Lines", "id": f"L/{sample}", "attempt": attempt, "output": "1", **fields}


def as_json(value: Any, encoding: str = "utf-8") -> bytes:
    return json.dumps(value, ensure_ascii=False).encode(encoding, "surrogatepass")


def as_lines(*values: Any, end: str = "\n") -> bytes:
    """One line per value; bytes are lines as they are."""
    return b"".join((value if isinstance(value, bytes) else as_json(value)) + end.encode() for value in values)


SUMS = [row(0, "один"), row(1, "2"), row(2, "3")]
LINES = [line(sample, attempt) for sample in (0, 1) for attempt in (0, 1)]


def sound() -> dict[str, bytes]:
    """Member name -> content."""
    talk = [{"outputs": "1", "meta": {"dialog": 0, "turn": turn}} for turn in (0, 1)]
    return {
        "Sum.json": as_json(document(*SUMS)),
        "Ten.json": as_json(document(row(0, [RESULTS]), row(1, [RESULTS]))),
        "Tree.json": as_json(document(row(0, {"a": [1]}), row(1, [1, None]))),
        "Talk.json": as_json(document(talk)),
        "answers.jsonl": as_lines(*LINES),
    }


def sound_with(**members: bytes | None) -> dict[str, bytes]:
    """A sound submission with other members; `_` stands for the dot in a name, None takes a member out."""
    named = {name.replace("_", "."): content for name, content in members.items()}
    return {name: content for name, content in (sound() | named).items() if content is not None}
