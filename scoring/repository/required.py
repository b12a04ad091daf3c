"""Which tests an answer must pass."""

import ast
import json
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.repository.environment import Environment, proof_of


def names(value: Any) -> frozenset[str]:
    """Test ids of a record: a list, or the text of a JSON or Python list. Raises ValueError for anything else.

    >>> sorted(names("['t.py::a', 't.py::b c']")), sorted(names('["a"]')), names(None)
    (['t.py::a', 't.py::b c'], ['a'], frozenset())
    """
    if value is None or value == "":
        return frozenset()
    found = _read(value) if isinstance(value, str) else value
    if not isinstance(found, list | tuple) or not all(isinstance(name, str) for name in found):
        raise ValueError("it is no list of test ids")
    return frozenset(found)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
            raise ValueError("it is no list of test ids") from error


def fail_to_pass(sample: Sample) -> frozenset[str]:
    return names(sample.meta.get("FAIL_TO_PASS"))


def pass_to_pass(sample: Sample) -> frozenset[str]:
    return names(sample.meta.get("PASS_TO_PASS"))


def declared(sample: Sample) -> frozenset[str]:
    return fail_to_pass(sample) | pass_to_pass(sample)


def stable(task: Task, sample: Sample, environment: Environment) -> frozenset[str]:
    """What can be relied on to pass: with the sample's own reference patch where that was recorded, else the baseline."""
    own = proof_of(task, sample).get("stable")
    return environment.stable if own is None else frozenset(own)


def required(task: Task, sample: Sample, environment: Environment) -> frozenset[str]:
    """The tests that the record names, as far as they are stable; all stable ones where it names none. Empty when the
    environment leaves no test to go by."""
    wanted, reliable = declared(sample), stable(task, sample, environment)
    return wanted & reliable if wanted else reliable


def faults_of(sample: Sample) -> list[str]:
    found = []
    for name in ("FAIL_TO_PASS", "PASS_TO_PASS"):
        try:
            names(sample.meta.get(name))
        except ValueError as error:
            found.append(f"meta.{name}: {error}")
    return found
