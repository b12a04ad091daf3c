"""Kind `python-io`: a Python function called with test inputs; results are compared here, outside the sandbox.

A sample's `inputs`: `function` (signature and docstring that the answer continues), `tests` (a list of keyword
arguments or argument lists, or the text of such a Python list). `outputs`: one text per test, the `str()` of the right
result. `meta`: `entry_point`, and `canonical_solution` (gold; optional).

Profile `mera-1` finds the code, runs it and compares `str()` of results as published (`python_io_mera`). `strict` has one
namespace and also accepts what is the same value written differently: both texts parse as Python literals of the same
types, with floats within `settings.tolerance` of each other (relative or absolute, whichever allows more; default 1e-9).
Floats in sets and as keys of dicts must be equal.
"""

import ast
import math
from collections.abc import Sequence
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.canonical import digest
from scoring.case import Case
from scoring.counting import counted
from scoring.extract.strict_python import extract
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks import python_io_mera
from scoring.tasks.kind import NOTHING_CAME, is_blank, lacking, misspelt_fields, unknown_settings
from scoring.tasks.python_tests import program
from scoring.verdict import PASSED, TIME_LIMIT, WRONG_ANSWER, Verdict, limit_verdict

name = "python-io"
runtime = "python"
default_metrics = ("pass@1",)

TOLERANCE = 1e-9
LITERAL_CHARS = 100_000  # a longer text is compared as text: parsing it could take the worker's memory


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, ("tolerance",))
    if not _is_tolerance(task.settings.get("tolerance", TOLERANCE)):
        faults.append(f"task {task.name}: settings.tolerance must be a number from 0 to 1")
    faults += lacking(task, "inputs", "inputs", ("function",)) + lacking(task, "meta", "meta", ("entry_point",))
    faults += misspelt_fields(task, inputs=("function", "tests"), meta=("entry_point", "canonical_solution"))
    return faults + [f"task {task.name}, sample {sample.id}: {fault}" for sample in task.samples for fault in _faults(sample)]


def _is_tolerance(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _faults(sample: Sample) -> list[str]:
    try:
        calls = calls_of(sample)
    except ValueError as error:
        return [f"inputs.tests {error}"]
    if not isinstance(sample.outputs, list) or not sample.outputs:
        return ["outputs must be a list with one text per test"]
    if len(sample.outputs) != len(calls):
        return [f"{counted(len(calls), 'test')}, but {counted(len(sample.outputs), 'output')}"]
    if not isinstance(sample.meta.get("canonical_solution"), str | None):
        return ["meta.canonical_solution is no text"]
    return []


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if generation.executed is not None:
        return _judge_executed(task, sample, generation.executed, profile)
    if generation.output is not None and profile == "mera-1":
        return python_io_mera.case(task, sample, generation.output, len(calls_of(sample)))
    if is_blank(generation.output):
        return NOTHING_CAME
    entry_point = sample.meta["entry_point"]
    return Case(
        runtime=task.runtime or runtime, runner="python-io",
        program=program(sample.inputs["function"], extract(generation.output, entry_point)),
        payload={"entry_point": entry_point, "calls": sample.inputs["tests"], "count": len(calls_of(sample))},
        limits=task.limits,
        expected_digest=digest([sample.outputs, task.settings.get("tolerance")]),
    )


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    limited = python_io_mera.limited(outcome) if profile == "mera-1" else limit_verdict(outcome)
    if limited is not None:
        return limited
    if profile == "mera-1":
        return _compared(task, sample, python_io_mera.results(outcome), profile)
    shown = [result.get("str") for result in outcome.report.get("results") or ()]
    return _compared(task, sample, shown, profile)


def gold(task: Task, sample: Sample) -> str | None:
    return sample.meta.get("canonical_solution")


def stub(task: Task, sample: Sample) -> str:
    return "    return None\n"


def calls_of(sample: Sample) -> list[Any]:
    """The test inputs. Raises ValueError, with a sentence's end, when they are no list of dicts and lists."""
    tests = sample.inputs.get("tests") if isinstance(sample.inputs, dict) else None
    if isinstance(tests, str):
        try:
            tests = ast.literal_eval(tests)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise ValueError("is no Python literal") from None
    if not isinstance(tests, list) or not all(isinstance(call, dict | list) for call in tests):
        raise ValueError("must be a list of keyword arguments (objects) or argument lists")
    return tests


def same(expected: str, shown: str | None, tolerance: float) -> bool:
    """Whether two texts show one value.

    >>> same("0.3", "0.30000000000000004", 1e-9), same("4", "4.0", 1e-9), same("[1, 2]", "[1,2]", 1e-9)
    (True, False, True)
    >>> same("50000000000000001", "50000000000000000", 1e-9)
    False
    """
    if shown is None:
        return False
    if expected == shown:
        return True
    if max(len(expected), len(shown)) > LITERAL_CHARS:
        return False
    try:
        return _same_value(ast.literal_eval(expected), ast.literal_eval(shown), tolerance)
    except Exception:  # noqa: BLE001 - the text is a program's: whatever Python cannot make of it is another value
        return False


def _same_value(a: Any, b: Any, tolerance: float) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return a == b or (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(_same_value(x, y, tolerance) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        left, right = _by_repr(a), _by_repr(b)
        return left.keys() == right.keys() and all(_same_value(left[key], right[key], tolerance) for key in left)
    if isinstance(a, set):
        return set(map(repr, a)) == set(map(repr, b))
    return a == b


def _by_repr(values: dict[Any, Any]) -> dict[str, Any]:
    """Keys as Python writes them: 1, 1.0 and True are equal as keys, and different results."""
    return {repr(key): value for key, value in values.items()}


def _judge_executed(task: Task, sample: Sample, executed: tuple[str, ...] | str, profile: str) -> Verdict:
    """Results that the submitter's machine computed: taken as they are, for they carry no code to run."""
    if isinstance(executed, str):
        return Verdict(TIME_LIMIT, "the submitted result says that it timed out")
    return _compared(task, sample, executed, profile)


def _compared(task: Task, sample: Sample, shown: Sequence[str | None], profile: str) -> Verdict:
    tolerance = float(task.settings.get("tolerance", TOLERANCE))
    expected = [str(value) for value in sample.outputs]
    if profile == "mera-1":
        right = [a == b for a, b in zip(expected, shown, strict=False)]
    else:
        right = [same(a, b, tolerance) for a, b in zip(expected, shown, strict=False)]
    passed, total = sum(right), len(expected)
    if passed == total and len(shown) == total:
        return Verdict(PASSED, tests_passed=passed, tests_total=total)
    return Verdict(WRONG_ANSWER, f"{passed} of {total} tests gave the right result", passed, total)
