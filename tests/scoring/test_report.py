"""The report: shape, sums, and the same bytes for the same verdicts."""

import hashlib
import random

import pytest

from scoring.canonical import canonical_json
from scoring.report import build_content, build_report
from tests.scoring.making import benchmark_of, code_task, match_task, results

TASK = match_task("a", "b", "c", attempts=2, metrics=("pass@1", "pass@2"))
WHOLE = {"0": "++", "1": "+-", "2": "--"}


def content(*found, tasks=(TASK,), only=None):
    return build_content(benchmark_of(*tasks), "strict", [one for part in found for one in part], only)


def test_a_task_shows_its_passes_verdicts_and_metrics():
    task = content(results("EM", **{"0": "++", "1": "+-", "2": "--"}))["tasks"]["EM"]
    assert (task["samples"], task["attempts"], task["unscored"]) == (3, 2, 0)
    assert task["passed_per_sample"] == {"0": 2, "1": 1, "2": 0}
    assert task["verdicts"] == {"PASSED": 3, "WRONG_ANSWER": 3}
    assert task["metrics"]["pass@1"]["value"] == pytest.approx(0.5)
    assert task["metrics"]["pass@2"]["value"] == pytest.approx(2 / 3)
    assert set(task["metrics"]["pass@1"]) == {"value", "n", "stderr", "ci95", "reason"}


def test_the_order_of_verdicts_changes_no_byte():
    tasks = [match_task(*map(str, range(300)), attempts=3, name=name, metrics=("pass@1", "pass@3")) for name in ("A", "B")]
    marks = random.Random(7)
    found = [one for name in ("A", "B")
             for one in results(name, **{str(n): "".join(marks.choices("+-?", [5, 5, 1], k=3)) for n in range(300)})]
    expected = canonical_json(content(found, tasks=tasks))
    for seed in range(3):
        random.Random(seed).shuffle(found)
        assert canonical_json(content(found, tasks=tasks)) == expected


@pytest.mark.parametrize("lost", [{"0": "+"}, {"0": "++", "1": "++", "2": "+"}, {"0": "++", "1": "++", "9": "++"}])
def test_a_lost_result_is_our_mistake_and_loud(lost):
    with pytest.raises(ValueError, match="EM needs 6 results"):
        content(results("EM", **lost))


def test_unscored_attempts_stand_apart_and_never_lower_the_value():
    task = content(results("EM", **{"0": "++", "1": "+?", "2": "--"}))["tasks"]["EM"]
    metric = task["metrics"]["pass@1"]
    assert (task["unscored"], task["verdicts"]["UNSCORED"]) == (1, 1)
    assert (metric["value"], metric["n"], metric["incomplete"]) == (0.5, 2, True)
    assert metric["range"] == [pytest.approx(1.5 / 3), pytest.approx(2 / 3)]


def test_samples_of_which_nothing_is_scored_are_named():
    task = content(results("EM", **{"0": "++", "1": "+?", "2": "??"}))["tasks"]["EM"]
    assert task["unscored_samples"] == ["2"] and task["passed_per_sample"] == {"0": 2, "1": 1, "2": 0}
    assert "unscored_samples" not in content(results("EM", **WHOLE))["tasks"]["EM"]


def test_a_partial_report_shows_the_scored_tasks_and_names_the_missing_ones():
    found = content(results("EM", **WHOLE), tasks=(TASK, code_task()), only=["EM"])
    assert list(found["tasks"]) == ["EM"]
    assert found["totals"]["missing"] == ["PT"]
    assert found["totals"]["total"]["value"] is None and found["totals"]["partial"] is not None


def test_a_result_of_a_strange_task_is_our_mistake_and_loud():
    with pytest.raises(KeyError):
        content(results("Other", a="+"))


def test_the_document_carries_the_digest_of_its_content_and_of_nothing_else():
    found = content(results("EM", **WHOLE))
    first = build_report(found, {"cpu_ms": 1}, {"job": "a"})
    second = build_report(found, {"cpu_ms": 2}, {"job": "b"})
    sha256 = hashlib.sha256(canonical_json(found).encode()).hexdigest()
    assert first["provenance"] == {"job": "a", "content_sha256": sha256}
    assert second["provenance"]["content_sha256"] == sha256
    assert first["schema"] == "assay.report/1"


def test_passes_that_could_be_forged_are_counted_and_without_them_no_byte_changes():
    found = results("EM", **WHOLE)
    plain = build_content(benchmark_of(TASK), "strict", found)
    assert canonical_json(build_content(benchmark_of(TASK), "strict", found, weak={"EM": 0})) == canonical_json(plain)
    weak = build_content(benchmark_of(TASK), "strict", found, weak={"EM": 2})
    assert weak["tasks"]["EM"] == {**plain["tasks"]["EM"], "weak_guarantee": 2}
