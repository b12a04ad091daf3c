"""What each rule makes of a room's report: every way in which tests can be missing, doubled, forged or swallowed."""

import pytest

from scoring.outcome import Outcome
from scoring.repository.judging import by_baseline, by_status, by_tests
from tests.scoring.repository.making import ran

WANTED = frozenset({"t::a", "t::b[with space]"})
ALL = tuple(WANTED)
PATCH_ERROR = {"type": "PatchError", "message": "m.py: hunk at line 3 does not apply", "line": 3}

# what happened, strict, the superset of RealCode
ROWS = [
    ("everything required passed", ran(ALL), "PASSED", "PASSED"),
    ("more passed than is required", ran((*ALL, "t::c")), "PASSED", "PASSED"),
    ("an expected test is missing", ran(("t::a",)), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("a parametrised test of another name passed", ran(("t::a", "t::b[with")), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("no test ran", ran(), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("all passed by name, and none ran by count", ran(ALL, **{"ran": 0}), "WRONG_ANSWER", "PASSED"),
    ("a required test failed", ran(("t::a",), ("t::b[with space]",), rest=1), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("a sub-test failed and its test passed", ran(ALL, ("t::a",), rest=1), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("another test failed", ran(ALL, ("t::z",), rest=1), "PASSED", "PASSED"),
    ("status 1 and no test failed", ran(ALL, rest=1), "RUNTIME_ERROR", "PASSED"),
    ("status 5 beside a failed test", ran(ALL, ("t::z",), rest=5), "RUNTIME_ERROR", "PASSED"),
    ("no exit status at all", ran(ALL, first=None, rest=None), "RUNTIME_ERROR", "PASSED"),
    ("the build went wrong", ran(ALL, build=1), "RUNTIME_ERROR", "PASSED"),
    ("a required test came twice", ran(ALL, doubled=("t::a",)), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("another test came twice", ran(ALL, doubled=("t::z",)), "PASSED", "WRONG_ANSWER"),
    ("a panic swallowed the tests after it", ran(("t::a",), phase="run", rest=2), "RUNTIME_ERROR", "RUNTIME_ERROR"),
    ("a panic after all that is required", ran(ALL, phase="run", rest=2), "RUNTIME_ERROR", "RUNTIME_ERROR"),
    ("a required test failed, then a panic", ran((), ("t::a",), phase="run"), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("the first tests failed and the rest never ran", ran((), ("t::a",), stopped=True, first=1, rest=None),
     "WRONG_ANSWER", "WRONG_ANSWER"),
    ("stopped without a failed test", ran(ALL, stopped=True), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("tampering", ran(ALL, flags=["tampering: canary"]), "WRONG_ANSWER", "PASSED"),
    ("the answer is no code", ran(phase="compile", error={"type": "SyntaxError", "message": "x", "line": 3}),
     "COMPILE_ERROR", "COMPILE_ERROR"),
    ("the patch does not apply", ran(phase="compile", error=PATCH_ERROR), "WRONG_ANSWER", "WRONG_ANSWER"),
    ("the runner itself ended badly", ran(ALL, exit_code=1), "RUNTIME_ERROR", "RUNTIME_ERROR"),
    ("no report came", Outcome(exit_code=0), "RUNTIME_ERROR", "RUNTIME_ERROR"),
    ("time", Outcome(timed_out="cpu", signal=9), "TIME_LIMIT", "TIME_LIMIT"),
    ("memory", Outcome(memory_exceeded=True, signal=9), "MEMORY_LIMIT", "MEMORY_LIMIT"),
    ("output", Outcome(output_exceeded=True), "OUTPUT_LIMIT", "OUTPUT_LIMIT"),
]


@pytest.mark.parametrize(("outcome", "strict", "published"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_each_report_has_its_verdict(outcome, strict, published):
    assert by_tests(outcome, WANTED, "pytest").name == strict
    assert by_baseline(outcome, WANTED).name == published


@pytest.mark.parametrize(("tool", "status"), [("pytest", 1), ("maven", 1), ("go", 1), ("ctest", 8), ("make", 2)])
def test_each_tool_says_in_its_own_way_that_tests_failed_which_nobody_requires(tool, status):
    assert by_tests(ran(ALL, ("t::z",), rest=status), WANTED, tool).name == "PASSED"
    assert by_tests(ran(ALL, ("t::z",), rest=status + 1), WANTED, tool).name == "RUNTIME_ERROR"


def test_an_environment_without_a_test_to_go_by_is_our_fault():
    assert by_tests(ran(("t::z",)), frozenset(), "pytest").name == "UNSCORED"


def test_an_untouched_repository_without_a_passing_test_lets_any_passing_test_count_as_published():
    assert by_baseline(ran(("t::z",)), frozenset()).name == "PASSED"
    assert by_baseline(ran(), frozenset()).name == "WRONG_ANSWER"


def test_tests_that_passed_with_sub_tests_are_none_as_published():
    outcome = ran(ALL)
    outcome.report["tests"]["subtests"] = ["t::a"]
    assert by_baseline(outcome, WANTED).name == by_tests(outcome, WANTED, "pytest").name == "PASSED"
    outcome.report["tests"]["subtests"] = list(ALL)
    assert by_baseline(outcome, WANTED).name == "WRONG_ANSWER"


def test_tampering_is_flagged_where_the_published_rule_overlooks_it():
    verdict = by_baseline(ran(ALL, flags=["tampering: canary"]), WANTED)
    assert verdict.passed and verdict.scores == {"flags": ["tampering: canary"]}


@pytest.mark.parametrize(("outcome", "name"), [
    (ran(rest=0), "PASSED"), (ran(rest=2), "WRONG_ANSWER"), (ran(first=None, rest=None), "WRONG_ANSWER"),
    (ran(rest=0, phase="run"), "WRONG_ANSWER"), (ran(ALL, ("t::z",), rest=0), "PASSED"),
    (ran(phase="compile", error={"type": "compile error", "message": "x", "line": 3}), "COMPILE_ERROR"),
])
def test_yabloco_goes_by_the_exit_status_alone(outcome, name):
    assert by_status(outcome).name == name


@pytest.mark.parametrize(("kind", "said"), [
    ("missing symbol", "missing symbol in line 3"), ("SyntaxError", "SyntaxError in line 3"),
    ("the hidden value is 42", "an error of its own in line 3"),
])
def test_a_reason_names_known_errors_only(kind, said):
    verdict = by_tests(ran(phase="compile", error={"type": kind, "message": "42", "line": 3}), WANTED, "pytest")
    assert verdict.reason == f"the answer does not build: {said}"


def test_verdicts_count_the_required_tests_that_passed():
    verdict = by_tests(ran(("t::a", "t::z"), ("t::b[with space]",)), WANTED, "pytest")
    assert (verdict.tests_passed, verdict.tests_total) == (1, 2)


def test_a_run_that_stopped_at_its_first_failure_does_not_look_as_if_nothing_else_passed():
    verdict = by_tests(ran((), ("t::a",), stopped=True, first=1, rest=None), frozenset(ALL), "pytest")
    assert (verdict.tests_passed, verdict.tests_total) == (None, len(ALL))
    assert verdict.reason == "a required test failed; the run stopped there, after 1 test (./assay score --full runs them all)"
