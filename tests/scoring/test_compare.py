"""What changed between two reports."""

from scoring.compare import diff
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
