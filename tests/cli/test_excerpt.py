"""The part of a log that stands below a failure."""

import pytest

from cli.render.excerpt import LINES, WIDTH, excerpt, excerpt_beside, indented
from scoring.outcome import Outcome


def ended(phase="run", error=None, **facts) -> Outcome:
    return Outcome(exit_code=0, report={"phase": phase, "error": error, **facts.pop("report", {})}, **facts)


@pytest.mark.parametrize(("outcome", "lines"), [
    (None, []),
    (ended(error={"type": "AssertionError", "message": "", "line": None}), []),
    (ended(error={"type": "NameError", "message": "no y", "line": 3}), ["NameError: no y (line 3)"]),
    (ended(error={"type": "KeyError", "message": "", "line": None}), ["KeyError"]),
    (ended("compile", {"type": "SyntaxError", "message": "In f:\n\nm.c:2: error: two\nm.c:3: error: three\n"}),
     ["m.c:2: error: two", "m.c:3: error: three"]),
    (ended("compile", {"type": "SyntaxError", "message": "In file included from m.c:1:\n/usr/a.h:7:1:   required from here\n"
                                                         "/usr/a.h:9:1: error: two\n"}), ["/usr/a.h:9:1: error: two"]),
    (ended("done", report={"tests": {"failed": ["t::a", "t::b"]}}, stdout="E  assert 1 == 2\n\n1 failed\n"),
     ["failed: t::a, t::b", "E  assert 1 == 2", "1 failed"]),
    (Outcome(signal=6, stdout="out\n", stderr="terminate called\n"), ["terminate called"]),
])
def test_it_is_what_tells_why_the_run_failed(outcome, lines):
    assert excerpt(outcome).splitlines() == lines


def test_it_is_the_end_of_a_long_log_and_cannot_steer_the_terminal():
    shown = excerpt(Outcome(signal=6, stderr="\n".join(f"{n}\x1b[2J" + "x" * 999 for n in range(99)))).splitlines()
    assert len(shown) == LINES and shown[-1].startswith("98‹U+001B›") and all(len(line) <= WIDTH for line in shown)


def test_it_stands_below_its_line():
    assert indented("a\nb") == "\n    | a\n    | b" and indented("") == ""


JAVAC = "/Program.java:5: error: ';' expected\n  return 1\n          ^\n"
REQUIRED = ended("done", report={"tests": {"failed": ["t::a"]}}, stdout="E  assert 1 == 2\n")


@pytest.mark.parametrize(("reason", "outcome", "lines"), [
    ("the compiler refused the program: /Program.java:5: error: ';' expected", ended("compile", {"message": JAVAC}),
     ["  return 1", "          ^"]),
    ("the compiler refused the program", ended("compile", {"message": JAVAC}), JAVAC.splitlines()),
    ("the compiler refused the program: m.c:1:1: error: " + "x" * 183 + "…",
     ended("compile", {"message": "m.c:1:1: error: " + "x" * 999 + "\n  1 | x"}), ["  1 | x"]),
    ("SyntaxError: no (line 3)", ended("compile", {"message": "no (line 3)"}), []),
    ("a required test failed: t::a", REQUIRED, ["failed: t::a", "E  assert 1 == 2"]),
    ("", None, []),
])
def test_what_the_reason_has_just_said_is_not_said_again(reason, outcome, lines):
    """`benchmark check` printed javac's first line as the reason, and again below it."""
    assert excerpt_beside(reason, outcome).splitlines() == lines
