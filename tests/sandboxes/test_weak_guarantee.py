"""What the weaker guarantee means: the same program forges a pass beside its tests, and cannot where it is divided."""

from dataclasses import replace

from scoring.benchmark import Limits
from scoring.case import Case
from workers.sandbox import selftest

FORGER = """
import os
import sys


def total(xs):
    frame = sys._getframe()
    while frame is not None:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            for secret in (value if isinstance(value, tuple) else (value,)):
                if isinstance(secret, bytes) and len(secret) == 32:
                    os.write(4, secret + b"".join(len(text).to_bytes(4, "big") + text for text in (b"done", b"", b"", b"")))
                    os._exit(0)
        frame = frame.f_back
    return 0
"""
TESTS = "assert total([1, 2, 3]) == 6"


def case(judge: str) -> Case:
    payload = {"prompt": "", "setup": "", "tests": TESTS, "entry_point": "total", "judge": judge}
    return Case("python", "python-tests", FORGER, payload, Limits(**selftest.LIMITS))


def test_inside_a_walk_through_the_frames_forges_a_pass_which_is_marked(python_room):
    report = python_room.run(case("inside")).report
    assert (report["phase"], report["guarantee"]) == ("done", "weak")


def test_divided_the_same_walk_finds_nothing(python_room):
    for judge in ("standing", "forked"):
        report = python_room.run(case(judge)).report
        assert (report["phase"], report["error"]["type"]) == ("run", "AssertionError") and "guarantee" not in report


def test_a_case_that_names_no_judge_is_divided(python_room):
    divided = replace(case("forked"), payload={"tests": TESTS})
    assert python_room.run(divided).report["error"]["type"] == "AssertionError"
