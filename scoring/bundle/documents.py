"""Reads TASK.json members: `{"data": {"test": [rows]}}`, `{"data": [rows]}` or a bare list of rows.

A row is `{"outputs": …, "meta": {"id": …}}`; rows of a dialogue may stand in a list of their own. The `row` of a
problem is the row's place in the order of reading, counted from 0.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from scoring.benchmark import Sample, Task
from scoring.bundle.document import read_json
from scoring.bundle.intake import Intake
from scoring.bundle.outputs import answers_in
from scoring.bundle.problems import Fault, shown
from scoring.generation import Generation

SPLIT = "test"
SHAPE = '{"data": {"test": [{"outputs": …, "meta": {"id": …}}, …]}}'
ABSENT = object()


def read_document(intake: Intake, file: str, task: Task, stream: BinaryIO) -> None:
    """Keeps the answers that the member holds and lists its faulty rows.

    Raises Fault for what makes the whole member unreadable, and EnoughProblems.
    """
    for index, row in enumerate(_flat(_rows(read_json(stream, intake.caps)))):
        _read_row(intake, file, task, index, row)


def _rows(document: Any) -> list[Any]:
    if isinstance(document, dict):
        if "data" not in document:
            raise Fault("no_data_field", "the document has no field `data`", f"give {SHAPE}")
        document = document["data"]
    if isinstance(document, dict):
        if SPLIT not in document:
            raise Fault("no_split", f"`data` has no split `{SPLIT}`", f"give {SHAPE}")
        document = document[SPLIT]
    if not isinstance(document, list):
        raise Fault("wrong_shape", "the document holds no list of answers", f"give {SHAPE}")
    return document


def _flat(rows: list[Any]) -> Iterator[Any]:
    for row in rows:
        if isinstance(row, list):
            yield from row
        else:
            yield row


def _read_row(intake: Intake, file: str, task: Task, index: int, row: Any) -> None:
    """A row without id and without outputs has two problems; both are listed."""
    sample = None
    try:
        if not isinstance(row, dict):
            raise Fault("wrong_row", "the row is not an object", f"give {SHAPE}")
        sample = _sample(intake, file, task, row)
    except Fault as fault:
        intake.problems.row_error(file, fault, index, task=task.name, sample=_said_id(task, row))
    try:
        if isinstance(row, dict):
            _read_outputs(intake, file, task, index, row, sample)
    except Fault as fault:
        said = sample.id if sample else _said_id(task, row)
        intake.problems.row_error(file, fault, index, task=task.name, sample=said)


def _read_outputs(
    intake: Intake, file: str, task: Task, index: int, row: dict[str, Any], sample: Sample | None
) -> None:
    if "outputs" not in row:
        raise Fault("no_outputs_field_for_doc", "the row has no field `outputs`",
                    "add it; null says that the model gave no answer")
    if sample is None:
        return
    place = f"{shown(file)}, row {index}"
    for attempt, answer in enumerate(answers_in(task, sample, row["outputs"])):
        intake.claim(task, sample, attempt, place)
        intake.keep(Generation(task=task.name, sample_id=sample.id, attempt=attempt, output=answer.output,
                               executed=answer.executed, file=file, row=index))


def _sample(intake: Intake, file: str, task: Task, row: dict[str, Any]) -> Sample:
    try:
        sample_id = _sample_id(task, row)
    except Fault:
        intake.nameless[task.name] += 1
        raise
    sample = intake.sample(task, sample_id)
    if intake.met(task, sample_id) is not None:
        raise Fault("duplicate_id", f"sample {shown(sample_id)!r} is already answered", "keep one row per sample")
    intake.meet(task, sample, file)
    return sample


def _sample_id(task: Task, row: dict[str, Any]) -> str:
    meta = row.get("meta")
    if not isinstance(meta, dict):
        raise Fault("no_meta_field_for_doc", "the row has no object `meta`", "add it with the sample's id")
    return "/".join(id_text(meta.get(field, ABSENT), f"meta.{field}") for field in task.id_fields)


def id_text(value: Any, field: str) -> str:
    """An id as text. Raises Fault (`no_id_field_for_doc`, `bad_id`)."""
    if value is ABSENT or value is None:
        raise Fault("no_id_field_for_doc", f"there is no `{field}`", "add the id of the sample that this answers")
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Fault("bad_id", f"`{field}` is {shown(value)}, neither an integer nor a text", "use the benchmark's id")
    return str(value)


def _said_id(task: Task, row: Any) -> str | None:
    """The id as the row says it, for the problem's place, whether or not it exists."""
    try:
        return _sample_id(task, row) if isinstance(row, dict) else None
    except Fault:
        return None
