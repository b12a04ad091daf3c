"""What changed between two reports."""

from dataclasses import replace

import pytest

from scoring.compare import are_comparable, diff
from scoring.report import build_content
from tests.scoring.making import benchmark_of, match_task, results

BENCHMARK = benchmark_of(match_task("a", "b"), match_task("c", name="Other"))


def content(only=None, **marks):
    found = [one for name, samples in marks.items() for one in results(name, **samples)]
    return build_content(BENCHMARK, "strict", found, only)


def test_equal_reports_differ_in_nothing():
    one = content(EM={"0": "+", "1": "-"}, Other={"0": "+"})
    found = diff(one, content(EM={"1": "-", "0": "+"}, Other={"0": "+"}))
    assert found["same"] is True
    assert found["totals"] == {"a": 0.75, "b": 0.75, "delta": 0.0}
    assert all(task["changed"] == {} for task in found["tasks"].values())


def test_a_changed_sample_is_named_with_its_passes_before_and_after():
    found = diff(content(EM={"0": "+", "1": "-"}, Other={"0": "+"}), content(EM={"0": "+", "1": "+"}, Other={"0": "+"}))
    assert found["same"] is False
    assert found["tasks"]["EM"]["changed"] == {"1": [0, 1]}
    assert found["tasks"]["EM"]["metrics"]["exact_match"] == {"a": 0.5, "b": 1.0, "delta": 0.5}
    assert found["tasks"]["Other"]["changed"] == {}


def test_a_task_that_only_one_of_them_scored_is_null_in_the_other():
    found = diff(content(only=["EM"], EM={"0": "+", "1": "-"}), content(EM={"0": "+", "1": "-"}, Other={"0": "+"}))
    assert found["tasks"]["Other"]["metrics"]["exact_match"] == {"a": None, "b": 1.0, "delta": None}
    assert found["tasks"]["Other"]["changed"] == {"0": [None, 1]}
    assert found["totals"]["delta"] is None


def of(benchmark=BENCHMARK, profile="strict"):
    return build_content(benchmark, profile, [*results("EM", **{"0": "+", "1": "-"}), *results("Other", **{"0": "+"})])


@pytest.mark.parametrize(("other", "differ"), [
    (of(), []),
    (of(profile="mera-1"), ["another profile: strict before, mera-1 now"]),
    (of(replace(BENCHMARK, version="2")), ["another benchmark: b 1 before, b 2 now"]),
])
def test_rules_that_differ_are_said(other, differ):
    assert diff(of(), other)["differ"] == differ


def test_benchmarks_of_other_samples_are_not_comparable_though_their_tasks_are_called_alike():
    stranger = replace(benchmark_of(match_task("a", "b", "c"), match_task("c", "d", name="Other")), name="stranger")
    passes = [*results("EM", **{"0": "+", "1": "-", "2": "-"}), *results("Other", **{"0": "+", "1": "+"})]
    made = build_content(stranger, "strict", passes)
    assert not are_comparable(of(), made)
    assert are_comparable(of(), of(replace(BENCHMARK, name="renamed")))
    assert are_comparable(of(), content(only=["EM"], EM={"0": "+", "1": "-"}))
    assert not are_comparable(content(only=["EM"], EM={"0": "+", "1": "-"}), content(only=["Other"], Other={"0": "+"}))
