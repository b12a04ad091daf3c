"""What is shown of a log."""

import pytest

from adapters.settings import ROOT
from scoring.log import NO_ANSWER_CAME, log_of
from scoring.outcome import Outcome
from scoring.verdict import COMPILE_ERROR, RUNTIME_ERROR, TIME_LIMIT, WRONG_ANSWER

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
    assert log_of(COMPILE_ERROR, outcome).stderr == log


@pytest.mark.parametrize(("verdict", "log", "shown"), [
    (TIME_LIMIT, f"{NO_ANSWER_CAME}\n", ""),
    (COMPILE_ERROR, f"A.java:5: error: no\n{NO_ANSWER_CAME}\n", "A.java:5: error: no\n"),
    (RUNTIME_ERROR, f"X: no\n\tat Main.main\n{NO_ANSWER_CAME}", "X: no\n\tat Main.main\n"),
    (RUNTIME_ERROR, f"it said: {NO_ANSWER_CAME}\n", f"it said: {NO_ANSWER_CAME}\n"),
    (WRONG_ANSWER, f"{NO_ANSWER_CAME}\n", f"{NO_ANSWER_CAME}\n"),
    (None, "", ""),
])
def test_that_no_answer_came_is_shown_only_where_it_is_news(verdict, log, shown):
    """It was the whole log of an endless program, and stood below what javac had said of another."""
    assert log_of(verdict, Outcome(stderr=log)).stderr == shown


def test_the_sentence_is_the_one_that_the_room_prints():
    assert f'"{NO_ANSWER_CAME}"' in (ROOT / "sandboxes/java-maven/assay/Link.java").read_text(encoding="utf-8")
