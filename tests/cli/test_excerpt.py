"""The part of a log that stands below a failure."""

import pytest

from cli.render.excerpt import LINES, WIDTH, excerpt, indented
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
