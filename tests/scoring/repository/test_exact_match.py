"""YABLoCo's exact match: words of the answer against words of the reference, whatever the tests say."""

from dataclasses import replace

import pytest

from scoring.generation import Generation
from scoring.metrics import measure
from scoring.metrics.values import SampleTally
from scoring.tasks import judged, repo_completion
from tests.scoring.repository.making import completion, ran

LEFT, GOLD, RIGHT = "int n;\n", "int f(int a)\n{\n    return a + n;\n}\n", "int g(void);\n"


@pytest.mark.parametrize(("answer", "equal"), [
    (GOLD, True), ("int f(int a) { return a - n; }", True), ("int f(int a) { return n + a; }", False),
])
def test_operators_do_not_count_and_words_do(answer, equal):
    task = replace(completion(LEFT, GOLD, RIGHT, rule="yabloco", file="f.c"), metrics=("pass@1", "exact_match"))
    case = repo_completion.plan(task, task.samples[0], Generation("T", "1", 0, output=answer), "mera-1")
    verdict = judged(task, task.samples[0], case, ran((), ("t::a",), rest=2), "mera-1")
    assert (verdict.passed, verdict.scores) == (False, {"exact": equal})


def test_a_task_that_does_not_ask_for_it_has_no_such_score():
    task = completion(LEFT, GOLD, RIGHT, rule="yabloco", file="f.c")
    case = repo_completion.plan(task, task.samples[0], Generation("T", "1", 0, output=GOLD), "mera-1")
    assert judged(task, task.samples[0], case, ran(("t::a",)), "mera-1").scores is None


def test_the_metric_counts_equality_where_it_is_told_and_right_answers_elsewhere():
    told = [SampleTally(1, passed, scores=(scores,))
            for passed, scores in ((0, {"exact": True}), (1, {"exact": False}), (0, None))]
    assert measure("exact_match", told, 1).value == pytest.approx(1 / 3)
    assert measure("exact_match", [SampleTally(1, 1), SampleTally(1, 0)], 1).value == 0.5
