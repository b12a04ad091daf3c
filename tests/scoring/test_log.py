"""What is shown of a log."""

import pytest

from scoring.log import log_of
from scoring.outcome import Outcome

REFUSED = {"phase": "compile", "error": {"type": "compile error", "message": "m.cpp:1: error: no x", "line": 1}}


@pytest.mark.parametrize(("outcome", "log"), [
    (Outcome(report=REFUSED), "m.cpp:1: error: no x"),
    (Outcome(report=REFUSED, stderr="all of it\n"), "all of it\n"),
    (Outcome(report=REFUSED, stderr=" \n"), "m.cpp:1: error: no x"),
    (Outcome(report={**REFUSED, "error": None}), ""),
    (Outcome(report={**REFUSED, "phase": "run"}), ""),
    (Outcome(), ""),
])
def test_what_a_compiler_said_is_the_log_where_the_room_printed_nothing(outcome, log):
    assert log_of(outcome).stderr == log
