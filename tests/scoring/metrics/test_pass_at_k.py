"""pass@k against published vectors, a slow second implementation and other scorers' bugs."""

import json
from fractions import Fraction
from itertools import combinations

import pytest

from scoring.metrics import fault_of, measure
from scoring.metrics.pass_at_k import as_published, as_published_by_yabloco, pass_at_k
from scoring.metrics.values import SampleTally


def tallies(*passed: int, attempts: int = 1, unscored: int = 0) -> list[SampleTally]:
    return [SampleTally(attempts - unscored, one, unscored) for one in passed]


def test_the_vectors_hold_to_the_last_bit_and_too_few_attempts_have_no_value(shared):
    rows = [json.loads(line) for line in (shared / "vectors" / "pass_at_k.jsonl").read_text().splitlines()]
    assert any(row["n"] < row["k"] for row in rows) and any(row["n"] >= row["k"] for row in rows)
    for row in rows:
        got = pass_at_k(row["n"], row["c"], row["k"])
        if row["n"] < row["k"]:
            assert got is None, row["id"]
        else:
            assert got == float(Fraction(row["exact_fraction"])), row["id"]


def test_what_the_published_scorers_give_for_too_few_attempts_is_there_under_its_own_name(shared):
    for row in (json.loads(line) for line in (shared / "vectors" / "pass_at_k.jsonl").read_text().splitlines()):
        counts = row["n"], row["c"], row["k"]
        assert as_published(*counts) == pytest.approx(row["expected_mera"], abs=1e-12), row["id"]
        assert as_published_by_yabloco(*counts) == pytest.approx(row["expected_yabloco"], abs=1e-12), row["id"]


@pytest.mark.parametrize("n", range(1, 8))
def test_it_is_the_share_of_choices_of_k_attempts_that_hold_a_pass(n):
    for c in range(n + 1):
        for k in range(1, n + 1):
            choices = list(combinations(range(n), k))
            hits = sum(any(one < c for one in choice) for choice in choices)
            assert pass_at_k(n, c, k) == pytest.approx(hits / len(choices), abs=1e-12)


def test_many_attempts_neither_overflow_nor_leave_the_scale():
    assert 0.99 < pass_at_k(1000, 50, 100) < 1.0


def test_k_above_the_declared_attempts_is_null_with_a_reason():
    value = measure("pass@5", tallies(1, 0), attempts=1)
    assert (value.value, value.n, value.ci95) == (None, 0, None)
    assert "5 attempts" in value.reason and "declares 1" in value.reason


def bug(shared, name: str) -> dict:
    rows = json.loads((shared / "cases" / "scorer-bugs" / "cases.json").read_text())
    return next(row for row in rows if row["id"] == name)


def test_problems_are_not_taken_for_attempts(shared):
    found = bug(shared, "B06")
    samples = tallies(*(int(n < found["input"]["solved"]) for n in range(found["input"]["problems"])))
    values = {k: measure(f"pass@{k}", samples, found["input"]["samples_per_problem"]).value for k in found["input"]["k"]}
    assert values == {1: pytest.approx(found["right"]["pass_at_1"], abs=1e-15), 10: None, 100: None}


def test_missing_samples_count_as_failed(shared):
    found = bug(shared, "B08")
    given = {name: [passed for sample, passed in found["input"]["samples"] if sample == name] for name in "abcd"}
    assert pass_at_k(len(given["a"]), sum(given["a"]), 1) == found["right"]["a"]
    assert pass_at_k(len(given["b"]), sum(given["b"]), 1) == pytest.approx(found["right"]["b"])
    samples = [SampleTally(len(passed) or 3, sum(passed)) for passed in given.values()]
    assert measure("pass@1", samples, 3).value == pytest.approx(found["right"]["overall_if_missing_is_zero"])


def test_with_one_attempt_pass_at_1_is_the_share_with_the_score_interval():
    value = measure("pass@1", tallies(*[1] * 8, 0, 0), attempts=1)
    assert (value.value, value.n) == (0.8, 10)
    assert value.ci95 == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_an_unscored_attempt_takes_its_sample_out_and_opens_the_range():
    samples = [*tallies(2, 0, attempts=2), *tallies(1, attempts=2, unscored=1)]
    value = measure("pass@1", samples, attempts=2)
    assert (value.value, value.n) == (0.5, 2)
    assert (value.low, value.high) == (pytest.approx(1.5 / 3), pytest.approx(2 / 3))


@pytest.mark.parametrize(("samples", "reason"), [([], "no samples"), (tallies(0, unscored=1), "no sample is scored")])
def test_nothing_scored_has_no_value_but_a_reason(samples, reason):
    value = measure("pass@1", samples, attempts=1)
    assert value.value is None and reason in value.reason


def test_a_task_without_scored_samples_may_still_be_anything():
    value = measure("pass@1", tallies(0, 0, unscored=1), attempts=1)
    assert (value.low, value.high) == (0.0, 1.0)


@pytest.mark.parametrize("name", ["pass", "pass@0", "pass@x", "pass@-1", "exact_match@1", "rouge", "", "pass@1 ", "PASS@1"])
def test_a_name_that_is_no_metric_is_refused(name):
    assert fault_of(name)
    with pytest.raises(ValueError, match="metric"):
        measure(name, tallies(1), 1)
