"""Reads `.jsonl` members: one answer per line, `{"task", "id", "attempt", "output"}` and facts of its making.

`attempt` is 0 where absent. `output` null, or an `error`, says that the model gave no answer. Blank lines are skipped.
The `row` of a problem is the line's number, counted from 1.
"""

from typing import Any, BinaryIO

from scoring.benchmark import Sample, Task
from scoring.bundle.document import parse_line
from scoring.bundle.documents import ABSENT, id_text
from scoring.bundle.facts import NUMBERS, TEXTS, facts_of
from scoring.bundle.intake import Intake
from scoring.bundle.outputs import text_of
from scoring.bundle.problems import Fault, shown
from scoring.bundle.text import Line, document_too_large, read_lines
from scoring.generation import Generation
from scoring.near import nearest

FIELDS = ("task", "id", "attempt", "output", *TEXTS, *NUMBERS)
NEEDED = ("task", "id", "output")
LOOKED_AT = 100  # names of other fields in a file
LIKENESS = 0.85  # of a misspelt field: `prompt` is none of `prompt_id`, and lines may hold more than is read
LIKENESS_OF_NEEDED = 0.7  # where a line lacks what it needs: two letters of `output` that changed places are 0.83
SHAPE = '{"task": "…", "id": "…", "attempt": 0, "output": "…"}'


def read_answers(intake: Intake, file: str, stream: BinaryIO) -> None:
    """Keeps the answers that the member holds and lists its faulty lines; misspelt fields are one warning, for a misspelt
    `attempt` would pass for one that was left out.

    Raises Fault for what makes the rest of the member unreadable, and EnoughProblems.
    """
    misspelt: dict[str, str | None] = {}
    for line in read_lines(stream, intake.caps.json_bytes):
        if line.data is None or line.data.strip():
            _LineReader(intake, file, misspelt).read(line)
        else:
            intake.waste(len(line.data))
    if meant := {name: field for name, field in misspelt.items() if field}:
        intake.problems.warning(file, Fault(
            "unknown_field", f"lines have fields that are not read: {', '.join(shown(name) for name in meant)}",
            "; ".join(_question(name, field) for name, field in meant.items())))


class _LineReader:
    """Reads one line, and knows as much of its place as was read when a fault came."""

    def __init__(self, intake: Intake, file: str, misspelt: dict[str, str | None]):
        self.intake, self.file, self.misspelt = intake, file, misspelt
        self.task: Task | None = None
        self.sample_id: str | None = None

    def read(self, line: Line) -> None:
        try:
            self._read(line)
        except Fault as fault:
            task = self.task and self.task.name
            self.intake.problems.row_error(self.file, fault, line.number, task=task, sample=self.sample_id)
            self.intake.waste(len(line.data or b""))

    def _read(self, line: Line) -> None:
        if line.data is None:
            raise document_too_large(self.intake.caps.json_bytes)
        row = parse_line(line.data, line.offset, self.intake.caps)
        if not isinstance(row, dict):
            raise Fault("wrong_row", "the line is not an object", f"give {SHAPE}")
        self._look_at_names(row)
        self.task = task = self._task(row)
        sample = self._sample(task, row)
        self.intake.meet(task, sample, self.file)
        output, attempt = self._output(task, row), _attempt(task, row)
        self.intake.claim(task, sample, attempt, f"{shown(self.file)}, line {line.number}")
        self.intake.keep(Generation(task=task.name, sample_id=sample.id, attempt=attempt, output=output, file=self.file,
                                    row=line.number, facts=facts_of(row)))

    def _look_at_names(self, row: dict[str, Any]) -> None:
        for name in row:
            if name not in FIELDS and name not in self.misspelt and len(self.misspelt) < LOOKED_AT:
                lacking = [field for field in FIELDS if field not in row]
                self.misspelt[name] = (nearest(name, lacking, LIKENESS)
                                       or nearest(name, [field for field in lacking if field in NEEDED], LIKENESS_OF_NEEDED))

    def _slip(self, field: str, row: dict[str, Any]) -> str:
        """The question whether another field of the row was meant as this one; empty when none looks like it."""
        return next((_question(name, field) for name in row if self.misspelt.get(name) == field), "")

    def _task(self, row: dict[str, Any]) -> Task:
        name = row.get("task")
        if not isinstance(name, str):
            raise Fault("no_task_field", "the line has no text `task`", self._slip("task", row) or f"give {SHAPE}")
        task = self.intake.names.task(name)
        if task is None:
            near = self.intake.names.closest(name)
            raise Fault("unknown_task", f"the benchmark has no task {shown(name)!r}",
                        f"did you mean {near.name!r}?" if near else "use the benchmark's task names")
        return task

    def _sample(self, task: Task, row: dict[str, Any]) -> Sample:
        try:
            self.sample_id = id_text(row.get("id", ABSENT), "id")
        except Fault as fault:
            self.intake.nameless[task.name] += 1
            raise Fault(fault.code, str(fault), self._slip("id", row) or fault.mend) from fault
        return self.intake.sample(task, self.sample_id)

    def _output(self, task: Task, row: dict[str, Any]) -> Any:
        if row.get("error"):
            return None
        if "output" not in row:
            raise Fault("no_outputs_field_for_doc", "the line has no `output`",
                        self._slip("output", row) or "add it; null says that nothing came")
        return row["output"] if task.answer == "json" else text_of(row["output"])


def _question(name: str, field: str) -> str:
    return f"for {shown(name)!r} did you mean {field!r}?"


def _attempt(task: Task, row: dict[str, Any]) -> int:
    attempt = row.get("attempt", 0)
    if isinstance(attempt, bool) or not isinstance(attempt, int) or not 0 <= attempt < task.attempts:
        raise Fault("attempt_out_of_range", f"attempt {shown(repr(attempt))} where the task declares 0 to "
                    f"{task.attempts - 1}", "count attempts from 0, as integers")
    return attempt
