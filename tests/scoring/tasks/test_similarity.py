"""The kind `similarity`: what is compared with what, and what an answer without words is worth."""

import pytest

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.metrics import chrf
from scoring.outcome import Outcome
from scoring.plan import plan_job
from scoring.report import AttemptResult, build_content
from scoring.similarity.pairs import compare
from scoring.tasks import similarity
from scoring.verdict import NO_ANSWER, OUTPUT_LIMIT, SCORED, TIME_LIMIT, UNSCORED, Verdict
from tests.scoring.making import benchmark_of

GOLD = ("печать списка", "вывод суммы элементов")


def task(*references: str, **changes) -> Task:
    samples = tuple(Sample(str(number), outputs=text) for number, text in enumerate(references or GOLD))
    return Task(**{"name": "S", "kind": "similarity", "samples": samples, "metrics": ("chrf",), "runtime": "text", **changes})


def scored(one: Task, *answers: str | None) -> list[AttemptResult]:
    """What the steps of a job do with these answers, without the process in between."""
    planned = plan_job(benchmark_of(one), [Generation(one.name, str(n), 0, text) for n, text in enumerate(answers)
                                           if text is not None], "strict").attempts
    return [AttemptResult(one.name, each.sample_id, 0, each.verdict or similarity.judge(
        one, one.by_id()[each.sample_id], ran(each.case), "strict")) for each in planned]


def ran(case: Case) -> Outcome:
    return Outcome(exit_code=0, report={"phase": "done", "error": None, "results": compare(case.payload)})


def metric(one: Task, results: list[AttemptResult], name: str = "chrf") -> dict:
    return build_content(benchmark_of(one), "strict", results)["tasks"][one.name]["metrics"][name]


@pytest.mark.parametrize(("answers", "value"), [
    (("печать списка", "zzzz"), 0.41124073), (("печать списка", ""), 0.41598712), (("печать списка", None), 0.41598712),
])
def test_an_answer_without_overlap_an_empty_one_and_a_missing_one_stay_in_the_corpus(answers, value):
    one = task()
    assert metric(one, scored(one, *answers))["value"] == pytest.approx(value, abs=1e-8)


def test_the_mean_over_samples_differs_from_the_corpus():
    one = task(settings={"average": "samples"})
    assert metric(one, scored(one, "печать списка", "zzzz"))["value"] == 0.5


def test_a_blank_answer_is_no_answer_and_a_long_one_is_over_a_limit():
    one = task("слово", settings={"max_chars": 10})
    assert [result.verdict.name for text in (" \n", None, "x" * 11, "x" * 10) for result in scored(one, text)] == [
        NO_ANSWER, NO_ANSWER, OUTPUT_LIMIT, SCORED]


def test_an_answer_that_takes_too_long_to_parse_counts_as_an_empty_one():
    one = task("слово")
    verdict = similarity.judge(one, one.samples[0], Outcome(timed_out="cpu"), "strict")
    assert (verdict.name, verdict.scores) == (TIME_LIMIT, similarity.lowest(one, one.samples[0]))


def test_unscored_attempts_open_the_range_from_the_empty_answer_to_the_reference():
    one = task("печать списка", "вывод")
    half = scored(one, "печать списка", None)[:1] + [AttemptResult("S", "1", 0, Verdict(UNSCORED))]
    found = metric(one, half)
    assert (found["value"], found["incomplete"], found["range"][1]) == (1.0, True, 1.0)
    assert found["range"][0] == pytest.approx(metric(one, scored(one, "печать списка", ""))["value"])


def test_an_attempt_whose_scores_were_lost_is_an_error_and_no_zero():
    with pytest.raises((KeyError, TypeError)):
        metric(task("слово"), [AttemptResult("S", "0", 0, Verdict(SCORED))])


def test_the_best_of_several_candidates_counts_for_each_metric():
    one = task("абв где", settings={"average": "samples"})
    results = compare({"reference": "абв где", "candidates": ["абв", "абв где"], "metrics": ["chrf"]})
    assert similarity.best(one, results) == {"chrf": 1.0}


def test_swapping_makes_the_reference_the_hypothesis():
    straight, swapped = (compare({"reference": "абвгд", "candidates": ["абв"], "metrics": ["chrf"], "swap": swap})[0]["chrf"]
                         for swap in (False, True))
    assert straight[:3] == [3, 5, 3] and swapped[:3] == [5, 3, 3]
    assert chrf.value(straight) < chrf.value(swapped)


@pytest.mark.parametrize(("changes", "fault"), [
    ({"metrics": ("exact_match",)}, "needs one of the metrics"), ({"settings": {"average": "mean"}}, "average"),
    ({"settings": {"swap": "yes"}}, "swap"), ({"settings": {"max_chars": 0}}, "max_chars"),
    ({"settings": {"languge": "go"}}, "did you mean 'language'"), ({"samples": (Sample("1", outputs=" "),)}, "reference"),
])
def test_what_a_task_lacks_is_said(changes, fault):
    assert fault in " ".join(similarity.check(task(**changes)))
    assert similarity.check(task()) == []
