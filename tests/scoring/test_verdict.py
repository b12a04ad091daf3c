"""From the facts of a run to a verdict."""

import pytest

from scoring.outcome import Outcome
from scoring.verdict import limit_verdict, reason_shown
from tests.scoring.making import ended

DONE = {"phase": "done", "error": None, "results": []}

TABLE = [
    ("all well", ended(), None),
    ("over memory, so killed", ended(memory_exceeded=True, signal=9, exit_code=None), "MEMORY_LIMIT"),
    ("flooding until its time was up", ended(output_exceeded=True, timed_out="cpu"), "OUTPUT_LIMIT"),
    ("over CPU time", ended(timed_out="cpu", signal=24), "TIME_LIMIT"),
    ("over wall time", ended(timed_out="wall"), "TIME_LIMIT"),
    ("crashed", Outcome(signal=11), "RUNTIME_ERROR"),
    ("exit 0 without a report", Outcome(exit_code=0, stdout="PASSED\n"), "RUNTIME_ERROR"),
    ("a report, but exit 1", Outcome(exit_code=1, report=DONE), "RUNTIME_ERROR"),
    ("a report, but no exit status", Outcome(report=DONE), "RUNTIME_ERROR"),
    ("no Python", ended("compile", "SyntaxError"), "COMPILE_ERROR"),
    ("raised", ended("run", "KeyError"), "RUNTIME_ERROR"),
]


@pytest.mark.parametrize(("outcome", "name"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_limits_and_crashes_decide_before_any_test(outcome, name):
    verdict = limit_verdict(outcome)
    assert (verdict and verdict.name) == name


def test_a_reason_carries_no_text_that_a_program_chose():
    """A candidate could name its exception after a hidden value and read it in the report of a private task."""
    assert "hidden" not in limit_verdict(ended("run", "hidden_value_is_42")).reason
    assert "print" not in limit_verdict(ended("run", "print")).reason
    assert limit_verdict(ended("run", "KeyError")).reason == "KeyError"


@pytest.mark.parametrize("name", [
    "WRONG_ANSWER", "COMPILE_ERROR", "RUNTIME_ERROR", "TIME_LIMIT", "MEMORY_LIMIT", "OUTPUT_LIMIT",
])
def test_a_private_reason_says_nothing_that_a_program_could_choose(name):
    chosen = ("KeyError", "the program was ended by signal 54", "3 of 7 tests gave the right result")
    assert len({reason_shown(name, reason, is_private=True) for reason in chosen}) == 1
    assert reason_shown(name, "KeyError", is_private=False) == "KeyError"
