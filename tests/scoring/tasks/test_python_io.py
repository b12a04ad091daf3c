"""Kind python-io: when two texts show one value, and verdicts over results."""

import pytest

from scoring.benchmark import Sample
from scoring.outcome import Outcome
from scoring.plan import plan_job
from scoring.tasks import python_io
from scoring.tasks.python_io import same
from tests.scoring.making import IO_SAMPLE, answer, benchmark_of, ended, io_task

SAME = [
    ("0.3", "0.30000000000000004"), ("[1, 2]", "[1,2]"), ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"), ("{1, 2, 3}", "{3, 2, 1}"),
    ("1e3", "1000.0"), ("-0.0", "0.0"), ("0.0", "1e-17"), ("(1.0, [2.0])", "(1.0000000000001, [2.0])"), ("'a'", '"a"'),
    ("nan", "nan"), ("<object at x>", "<object at x>"), ("", ""), ("Пётр", "Пётр"),
    ("{1.5: [0.1]}", "{1.5: [0.10000000000000001]}"),
    ("50000000000000001", "50000000000000001"), ("1_000", "1000"),
]
DIFFERENT = [
    ("1", "1" + "0" * 400 + "+1j"),
    ("50000000000000001", "50000000000000000"), ("[50000000000000001]", "[50000000000000000]"), ("4", "4.0"), ("1", "True"),
    ("[1, 2]", "(1, 2)"), ("[1, 2]", "[2, 1]"), ("[1, 2]", "[1, 2, 3]"), ("{1, 2}", "{1, 3}"), ("{1}", "{True}"),
    ("{1: 'a'}", "{True: 'a'}"), ("{1: 'a'}", "{1.0: 'a'}"), ("{(1,)}", "{(True,)}"), ("{'a': 1}", "{'a': 1, 'b': 2}"),
    ("0.3", "0.3001"), ("'1'", "1"), ("None", ""), ("", "None"), ("inf", "1e999"), ("b'a'", "'a'"), ("abc", "abd"),
    ("1", None), ("None", None), ("[1", "[1]"), ("{}", "set()"),
]


@pytest.mark.parametrize(("expected", "shown"), SAME)
def test_same_values_written_differently_are_the_same(expected, shown):
    assert same(expected, shown, 1e-9)


@pytest.mark.parametrize(("expected", "shown"), DIFFERENT)
def test_other_values_are_not(expected, shown):
    assert not same(expected, shown, 1e-9)


@pytest.mark.parametrize(("tolerance", "expected"), [(0.0, False), (1e-9, False), (0.01, True)])
def test_floats_differ_by_no_more_than_the_tolerance_of_the_task(tolerance, expected):
    assert same("3.14", "3.1415926", tolerance) is expected


HOSTILE = ["(" * 99_999, "[" * 99_999, "-" * 99_000 + "1", "1+" * 40_000 + "1j", "0x" + "f" * 90_000, "9" * 5_000, "9**9**9",
           "{" * 200 + "}" * 200, "'\\x00", "\x00", "\ud800", "[" * 90 + "]" * 90, "__import__('os')", "9" * 200_000]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_text_is_a_wrong_value_and_nothing_else(text):
    assert same("[1, 2]", text, 1e-9) is False


def values(*shown: str | None) -> list[dict]:
    return [{"error": "KeyError"} if text is None else {"type": "int", "str": text, "repr": text} for text in shown]


RESULTS = [
    (("2", "4"), "PASSED", 2), (("2", "5"), "WRONG_ANSWER", 1), (("2", None), "WRONG_ANSWER", 1),
    (("2",), "WRONG_ANSWER", 1), ((), "WRONG_ANSWER", 0), (("2", "4", "6"), "WRONG_ANSWER", 2), (("4", "2"), "WRONG_ANSWER", 0),
]


@pytest.mark.parametrize(("shown", "name", "passed"), RESULTS)
def test_every_result_must_come_and_be_right(shown, name, passed):
    verdict = python_io.judge(io_task(), IO_SAMPLE, ended(results=values(*shown)), "strict")
    assert (verdict.name, verdict.tests_passed, verdict.tests_total) == (name, passed, 2)


@pytest.mark.parametrize(("shown", "name", "passed"), [row for row in RESULTS if None not in row[0]])
def test_results_computed_elsewhere_are_judged_alike(shown, name, passed):
    task = io_task()
    [attempt] = plan_job(benchmark_of(task), [answer(task, None, executed=shown)], "strict").attempts
    assert attempt.case is None
    assert (attempt.verdict.name, attempt.verdict.tests_passed) == (name, passed)


def test_a_result_that_says_timed_out_is_a_time_limit():
    task = io_task()
    [attempt] = plan_job(benchmark_of(task), [answer(task, None, executed="timed out")], "strict").attempts
    assert attempt.verdict.name == "TIME_LIMIT"


@pytest.mark.parametrize(("profile", "name"), [("strict", "PASSED"), ("mera-1", "WRONG_ANSWER")])
def test_the_comparable_profile_compares_texts_only(profile, name):
    sample = Sample(id="1", inputs=IO_SAMPLE.inputs, outputs=["0.3", "[1, 2]"], meta=IO_SAMPLE.meta)
    outcome = ended(results=values("0.30000000000000004", "[1,2]"))
    assert python_io.judge(io_task(samples=(sample,)), sample, outcome, profile).name == name


@pytest.mark.parametrize(("outcome", "name"), [
    (ended("compile", "SyntaxError"), "COMPILE_ERROR"), (ended("run", "NameError"), "RUNTIME_ERROR"),
    (ended("run", "AssertionError"), "RUNTIME_ERROR"), (Outcome(timed_out="cpu"), "TIME_LIMIT"),
    (ended(results=values("2", "4"), exit_code=3), "RUNTIME_ERROR"),
])
def test_what_ends_before_the_calls_do_is_judged_by_how_it_ended(outcome, name):
    assert python_io.judge(io_task(), IO_SAMPLE, outcome, "strict").name == name


def test_reasons_quote_neither_expected_nor_given_values():
    sample = Sample(id="1", inputs=IO_SAMPLE.inputs, outputs=["hidden", "4"], meta=IO_SAMPLE.meta)
    verdict = python_io.judge(io_task(samples=(sample,)), sample, ended(results=values("secret", "4")), "strict")
    assert verdict.reason == "1 of 2 tests gave the right result"
