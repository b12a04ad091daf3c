"""The rows of verdicts.jsonl, from which the page is made too."""

import pytest

from cli.embedded import verdict_row
from scoring.outcome import Outcome

REFUSED = Outcome(report={"phase": "compile", "error": {"type": "compile error", "message": "m.cpp:1: error: no x", "line": 1}})


@pytest.mark.parametrize(("is_private", "log"), [(False, "m.cpp:1: error: no x"), (True, None)])
def test_what_a_compiler_said_is_in_the_log_unless_tests_are_hidden(is_private, log):
    """The log of a repository's answer that did not build was empty: its room listens to the compiler and prints nothing."""
    row = {"task": "T", "sample_id": "1", "attempt": 0, "verdict": "COMPILE_ERROR", "reason": "", "answer": "", "failure": None,
           "weak_guarantee": False, "tests_passed": None, "tests_total": None, "outcome": REFUSED}
    assert verdict_row(row, is_private)["log"] == log
