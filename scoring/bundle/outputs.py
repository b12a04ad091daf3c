"""What stands in `outputs` of a row -> one Answer per attempt.

Harnesses write one reply as `s`, `[s]` or `[[s]]` and several as `[s1, …]`, `[[s1, …]]` or `[[s1], …]`. Tasks of kind
`python-io` may hold executed results instead of replies: `[[r1, …]]` or `[r1, …]`, where a result `r` is a list with
one string per test, or the bare string "timed out". A list of strings in a list can be both: it is decided by the
number of attempts and of tests, and refused where both fit.
"""

from dataclasses import dataclass
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.bundle.document import check_finite
from scoring.bundle.problems import Fault
from scoring.counting import counted

TIMED_OUT = "timed out"
NOTHING = "None"  # evaluation harnesses write a reply of null as this text


@dataclass(frozen=True)
class Answer:
    """One attempt: text, a JSON value or None (nothing came), or what executing it gave elsewhere."""

    output: Any = None
    executed: tuple[str, ...] | str | None = None


def answers_in(task: Task, sample: Sample, value: Any) -> list[Answer]:
    """The answers by attempt; fewer than declared where the list is short.

    Raises Fault: `doc_output_type_error`, `ambiguous_outputs`, `attempt_out_of_range` (more than declared).
    """
    if task.answer == "json":
        answers = _values(task, value)
    elif task.kind == "python-io":
        answers = _results_or_texts(task, sample, value)
    else:
        answers = _texts(value)
    if len(answers) > task.attempts:
        raise Fault("attempt_out_of_range",
                    f"{counted(len(answers), 'answer')} where the task declares {counted(task.attempts, 'attempt')}",
                    "hand in as many answers as the task declares attempts")
    return answers


def text_of(value: Any) -> str | None:
    """A reply as text: numbers become their digits. Raises Fault (`doc_output_type_error`, `bad_json`)."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        check_finite(value)
        return str(value)
    raise _wrong_type(value, "text")


def _texts(value: Any) -> list[Answer]:
    return [Answer(None if item == NOTHING else text_of(item)) for item in _unwrapped(value)]


def _unwrapped(value: Any) -> list[Any]:
    if not isinstance(value, list):
        return [value]
    if len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if value and all(isinstance(item, list) and len(item) == 1 for item in value):
        value = [item[0] for item in value]
    return value


def _values(task: Task, value: Any) -> list[Answer]:
    if task.attempts == 1:
        return [Answer(value)]
    for attempts in (value, value[0] if isinstance(value, list) and len(value) == 1 else None):
        if isinstance(attempts, list) and len(attempts) == task.attempts:
            return [Answer(item) for item in attempts]
    raise Fault("ambiguous_outputs", f"this is no list of {counted(task.attempts, 'attempt')}, so answers and their parts "
                "look alike",
                "give a list with one value per attempt")


def _results_or_texts(task: Task, sample: Sample, value: Any) -> list[Answer]:
    if not isinstance(value, list):
        return [_result(value)] if value == TIMED_OUT else _texts(value)
    is_wrapped = len(value) == 1 and isinstance(value[0], list)
    items = value[0] if is_wrapped else value
    if all(item == TIMED_OUT for item in items):
        return [_result(item) for item in items]
    if not any(isinstance(item, list) for item in items):
        return _decide(task, sample, items) if is_wrapped else _texts(items)
    if not is_wrapped and all(isinstance(item, list) and len(item) == 1 for item in items):
        return _decide_singles(sample, items)
    return [_result(item) for item in items]


def _decide(task: Task, sample: Sample, items: list[Any]) -> list[Answer]:
    """`[[x1, …]]` of plain values: replies of all attempts, or the tests of a single attempt."""
    tests = _tests(sample)
    may_be_texts, may_be_result = len(items) == task.attempts, tests is None or len(items) == tests
    if may_be_texts == may_be_result:
        raise _ambiguous(f"a list of {counted(len(items), 'value')} where the task has {counted(task.attempts, 'attempt')} and "
                         f"the sample {'an unknown number of tests' if tests is None else counted(tests, 'test')}")
    return _texts(items) if may_be_texts else [_result(items)]


def _decide_singles(sample: Sample, items: list[Any]) -> list[Answer]:
    """`[[x1], [x2], …]`: replies, each in a list of its own, or results of a sample with one test."""
    if _tests(sample) in (None, 1):
        raise _ambiguous(f"{counted(len(items), 'list')} of one value where the sample has one test")
    return _texts(items)


def _ambiguous(reason: str) -> Fault:
    return Fault("ambiguous_outputs", f"this can be read as replies and as test results: {reason}",
                 "give replies as a flat list of texts, results as [[[one string per test], …]], a list per attempt")


def _result(value: Any) -> Answer:
    if value is None or value == NOTHING:
        return Answer()
    if value == TIMED_OUT:
        return Answer(executed=TIMED_OUT)
    if not isinstance(value, list):
        raise _wrong_type(value, f'a list of strings or "{TIMED_OUT}"')
    if any(isinstance(item, list | dict) for item in value):
        raise _wrong_type(value, "a list of strings")
    return Answer(executed=tuple(str(item) for item in value))


def _tests(sample: Sample) -> int | None:
    return len(sample.outputs) if isinstance(sample.outputs, list | tuple) else None


def _wrong_type(value: Any, wanted: str) -> Fault:
    names = {dict: "an object", list: "a list", bool: "true or false", str: "a text", type(None): "null"}
    got = names.get(type(value), "a number")
    return Fault("doc_output_type_error", f"the answer is {got} where {wanted} is expected", f"give {wanted}")
