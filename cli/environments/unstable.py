"""Tests that nobody can rely on: in runs of one and the same tree they passed sometimes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.outcome import Outcome
from scoring.repository.judging import Run

NAMED = 5  # in a sentence
Counts = Mapping[str, Sequence[int]]  # test -> [how often it passed, of how many runs]


def passed_in(outcome: Outcome) -> frozenset[str]:
    """The tests that passed, once."""
    run = Run(outcome.report or {})
    return run.passed - run.doubled


def tallied(outcomes: Iterable[Outcome | None]) -> dict[str, list[int]]:
    """Of runs of one case how often each test passed, of those that passed at all; runs that were not complete say nothing."""
    reported = (one for one in outcomes if one is not None and one.report is not None)
    complete = [passed_in(one) for one in reported if one.report["phase"] == "done" and not one.report.get("stopped")]
    return {test: [sum(test in passed for passed in complete), len(complete)]
            for test in sorted(frozenset().union(*complete))}


def amended(baseline: Mapping[str, Mapping[str, Any]], found: Counts) -> dict[str, dict[str, Any]]:
    """The baseline with what later runs found. Only what was taken for stable, or is new, changes: one sometimes is enough."""
    made = {test: dict(seen) for test, seen in baseline.items()}
    for test, (passed, runs) in found.items():
        seen = made.setdefault(test, {"passed": 0, "runs": 0, "ms": 0})
        if seen["passed"] == seen["runs"]:
            seen |= {"passed": seen["passed"] + passed, "runs": seen["runs"] + runs}
    return made


def unstable_in(baseline: Mapping[str, Mapping[str, Any]]) -> dict[str, list[int]]:
    """The tests of a baseline that no answer has to pass."""
    return {test: [seen["passed"], seen["runs"]] for test, seen in sorted(baseline.items()) if seen["passed"] < seen["runs"]}


def in_words(found: Counts) -> str:
    """
    >>> in_words({"t.py::a": [3, 5], "t.py::b": [1, 2]})
    't.py::a (passed 3 of 5 times), t.py::b (passed 1 of 2 times)'
    """
    named = ", ".join(f"{test} (passed {passed} of {runs} times)" for test, (passed, runs) in list(found.items())[:NAMED])
    return named + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")
