"""The difference of two reports with its interval, from the samples that both have answered."""

from dataclasses import replace

import pytest

from scoring.metrics.intervals import bootstrap
from scoring.paired import NOT_OF_PASSES, paired
from scoring.report import build_content
from tests.scoring.making import benchmark_of, code_task, match_task, results


def marks(text: str) -> dict[str, str]:
    return {str(number): mark for number, mark in enumerate(text.split())}


def content(task_marks: dict[str, str], **changes):
    """Tasks by name, each with the marks of its samples' attempts: `+ - ?`."""
    tasks = [match_task(*marks(text), name=name, attempts=len(text.split()[0]), **changes) for name, text in task_marks.items()]
    found = [one for name, text in task_marks.items() for one in results(name, **marks(text))]
    return build_content(benchmark_of(*tasks), "strict", found)


def test_samples_that_both_answer_alike_make_no_difference_and_the_interval_is_that_of_the_differences():
    a, b = content({"T": "+ + - - - + - -"}), content({"T": "+ + + + - - - +"})
    found = paired(a, b)["tasks"]["T"]
    differences = [0.0, 0.0, 1.0, 1.0, 0.0, -1.0, 0.0, 1.0]
    assert found["only"] == {"a": 1, "b": 3}
    assert found["metrics"]["exact_match"] == {"n": 8, "delta": 0.25, "ci95": list(bootstrap(differences)), "reason": None}


def test_equal_failures_of_hard_samples_cancel_out():
    hard = " ".join("+-" * 20)
    low, high = paired(content({"T": hard + " -"}), content({"T": hard + " +"}))["tasks"]["T"]["metrics"]["exact_match"]["ci95"]
    of_one = content({"T": hard + " -"})["tasks"]["T"]["metrics"]["exact_match"]["ci95"]
    assert high - low < (of_one[1] - of_one[0]) / 3


def test_samples_that_one_of_them_could_not_score_are_left_out():
    found = paired(content({"T": "+ - ? +"}), content({"T": "- - + ?"}))
    assert found["tasks"]["T"]["metrics"]["exact_match"]["n"] == 2
    assert found["tasks"]["T"]["only"] == {"a": 1, "b": 0}
    assert found["total"]["ci95"] is None and "unscored" in found["total"]["reason"]


def test_several_attempts_are_worth_what_the_metric_makes_of_them():
    metrics = ("pass@1", "pass@2")
    found = paired(content({"T": "++ -- +-"}, metrics=metrics), content({"T": "+- -- ++"}, metrics=metrics))["tasks"]["T"]
    assert found["metrics"]["pass@1"]["delta"] == 0.0 and found["only"] == {"a": 0, "b": 0}
    assert found["metrics"]["pass@2"]["ci95"] == [0.0, 0.0]


def test_the_total_draws_the_samples_of_each_task_by_themselves():
    a, b = content({"T": "+ - - +", "U": "- - - -"}), content({"T": "+ + - +", "U": "- + - -"})
    total = paired(a, b)["total"]
    assert total["delta"] == pytest.approx(0.25) and total["reason"] is None
    assert 0.0 <= total["ci95"][0] < 0.25 < total["ci95"][1] <= 1.0
    assert total == paired(a, b)["total"], "the same every time"


@pytest.mark.parametrize(("change", "reason"), [
    (lambda made: made["tasks"]["T"].update(clusters={"by": "meta.repo", "number": 2}), "hang together by meta.repo"),
    (lambda made: made["tasks"]["T"]["metrics"]["exact_match"].update(value=0.9), NOT_OF_PASSES),
    (lambda made: made["tasks"]["T"]["metrics"]["exact_match"].update(value=None, reason="no sample is scored"),
     "no sample is scored"),
    (lambda made: made["tasks"]["T"].update(unscored=1), "some attempts of a sample are unscored"),
])
def test_what_does_not_follow_from_passes_has_no_interval_but_a_reason(change, reason):
    a, b = content({"T": "+ - - +"}), content({"T": "+ + - +"})
    change(b)
    found = paired(a, b)
    assert found["tasks"]["T"]["metrics"]["exact_match"]["ci95"] is None
    assert reason in found["tasks"]["T"]["metrics"]["exact_match"]["reason"]
    assert found["total"]["ci95"] is None and reason in found["total"]["reason"]


def test_tasks_have_their_weights_in_the_total_and_its_interval():
    tasks = [match_task("x", "y", name="Z", weight=3.0), match_task("x", "y", name="U")]
    made = [build_content(benchmark_of(*tasks), "strict", [*results("Z", **marks(one)), *results("U", **marks("+ +"))])
            for one in ("- -", "+ -")]
    total = paired(*made)["total"]
    assert total["delta"] == pytest.approx(0.375) and total["ci95"] == [0.0, 0.75]
    del made[0]["tasks"]["Z"]["weight"], made[1]["tasks"]["Z"]["weight"]  # as in a report that was made before they stood there
    total = paired(*made)["total"]
    assert total["ci95"] is None and "weights" in total["reason"]


def test_one_sample_says_nothing_of_spread():
    found = paired(content({"T": "-"}), content({"T": "+"}))
    assert "fewer than two" in found["tasks"]["T"]["metrics"]["exact_match"]["reason"]
    assert "fewer than two" in found["total"]["reason"]


def test_other_tasks_make_other_totals():
    a, b = content({"T": "+ -", "U": "+ -"}), content({"T": "+ +"})
    assert paired(a, b)["total"] == {"delta": 0.5, "ci95": None, "reason": "other tasks were scored"}


def test_metrics_of_texts_have_none():
    task = replace(code_task(), metrics=("compile@1",))
    made = build_content(benchmark_of(task), "strict", results("PT", **{"1": "+"}))
    assert paired(made, made)["tasks"]["PT"]["metrics"]["compile@1"]["reason"] == NOT_OF_PASSES


def test_samples_of_one_cluster_are_drawn_together():
    a, b = content({"T": " ".join("-" * 12)}), content({"T": " ".join("+++---" * 2)})
    alone = paired(a, b)
    for made in (a, b):
        made["tasks"]["T"] |= {"clusters": {"by": "meta.repo", "number": 4}, "cluster_of": {str(n): n // 3 for n in range(12)}}
    together = paired(a, b)
    for of in (lambda found: found["tasks"]["T"]["metrics"]["exact_match"], lambda found: found["total"]):
        assert width(of(together)) > 1.3 * width(of(alone)) > 0
    for made in (a, b):
        made["tasks"]["T"]["cluster_of"] = dict.fromkeys(made["tasks"]["T"]["cluster_of"], 0)
    assert "hang together" in paired(a, b)["total"]["reason"]


def width(found):
    return found["ci95"][1] - found["ci95"][0]
