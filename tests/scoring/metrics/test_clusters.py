"""Samples of one repository pass or fail together: intervals are then over repositories."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from scoring.benchmark import Sample
from scoring.metrics import intervals, measure
from scoring.metrics.values import SampleTally
from scoring.report import AttemptResult, build_content
from scoring.similarity import characters
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict
from tests.scoring.making import benchmark_of, match_task

# Repository -> which of its samples pass.
PASSES = {"a": [1, 1, 1, 1], "b": [0, 0, 0, 0, 0, 0], "c": [1, 0], "d": [1, 1, 1], "e": [0]}
TEXTS = {"a": [("абв где", "абв"), ("абв", "абв")], "b": [("жзи", "")], "c": [("клм нопр", "клм"), ("сту", "сту"), ("ф", "ф")]}


def tallies(clustered: bool = True) -> list[SampleTally]:
    return [SampleTally(1, passed, cluster=name if clustered else None) for name, of_one in PASSES.items() for passed in of_one]


def text_tallies() -> list[SampleTally]:
    made = []
    for name, pairs in TEXTS.items():
        for wanted, given in pairs:
            scores = ({"chrf": 0.5, "chrf_counts": characters.compare(wanted, [given])[0]},)
            made.append(SampleTally(1, 0, 0, scores, scores, scores, cluster=name))
    return made


def drawn_by_hand(names: list[str], value) -> tuple[float, float]:
    """The percentile interval, repositories drawn one by one; `value` is of a list of drawn names."""
    choose = random.Random(intervals.SEED).choices
    values = sorted(value(choose(names, k=len(names))) for _ in range(intervals.RESAMPLES))
    return values[int(0.025 * len(values))], values[int(0.975 * len(values)) - 1]


def share(names: list[str]) -> float:
    of_all = [passed for name in names for passed in PASSES[name]]
    return float(Fraction(sum(of_all), len(of_all)))


def grams(line: str, n: int) -> Counter:
    text = "".join(line.split())
    return Counter(text[i:i + n] for i in range(len(text) - n + 1))


def corpus(names: list[str]) -> float:
    pairs = [pair for name in names for pair in TEXTS[name]]
    precision, recall = [], []
    for n in range(1, 7):
        counted = [(grams(given, n), grams(wanted, n)) for wanted, given in pairs]
        ours, theirs = (sum(one[side].total() for one in counted if one[1]) for side in (0, 1))
        common = sum((given & wanted).total() for given, wanted in counted)
        if ours and theirs:
            precision.append(common / ours)
            recall.append(common / theirs)
    p, r = (sum(values) / len(values) if values else 0.0 for values in (precision, recall))
    return 5 * p * r / (4 * p + r) if p + r else 0.0


@pytest.mark.parametrize("name", ["pass@1", "exact_match"])
def test_the_interval_is_that_of_drawing_repositories_with_all_their_samples(name):
    found = measure(name, tallies(), 1)
    assert found.value == pytest.approx(share(list(PASSES))) and found.n == 16
    assert found.ci95 == pytest.approx(drawn_by_hand(list(PASSES), share))


def test_a_corpus_value_is_made_anew_from_each_draw():
    found = measure("chrf", text_tallies(), 1)
    assert found.value == pytest.approx(corpus(list(TEXTS)))
    assert found.ci95 == pytest.approx(drawn_by_hand(list(TEXTS), corpus))


def test_what_hangs_together_is_less_sure_than_as_many_samples_apart():
    together, apart = (measure("pass@1", tallies(clustered), 1) for clustered in (True, False))
    assert together.value == apart.value
    assert together.stderr > 1.3 * apart.stderr
    assert together.ci95[1] - together.ci95[0] > apart.ci95[1] - apart.ci95[0]


def test_judged_and_compared_samples_are_drawn_by_repository_too():
    scores = [({"judged": [passed], "bleu": float(passed)},) for of_one in PASSES.values() for passed in of_one]
    samples = [SampleTally(1, 0, 0, one, one, one, cluster=tally.cluster) for one, tally in zip(scores, tallies(), strict=True)]
    for name in ("judge@1", "bleu"):
        assert measure(name, samples, 1).ci95 == measure("pass@1", tallies(), 1).ci95


def test_one_repository_says_nothing_of_how_others_differ():
    found = measure("pass@1", [SampleTally(1, passed, cluster="a") for passed in (1, 0, 1)], 1)
    assert (found.value, found.stderr, found.ci95) == (pytest.approx(2 / 3), None, None)


def test_a_report_says_over_how_many_its_intervals_are():
    samples = tuple(Sample(str(n), outputs="x", meta={"repo": "ab"[n % 2]}) for n in range(6))
    results = [AttemptResult("EM", sample.id, 0, Verdict(PASSED if sample.meta["repo"] == "a" else WRONG_ANSWER))
               for sample in samples]
    task = match_task(samples=samples, cluster="meta.repo")
    found = build_content(benchmark_of(task), "strict", results)["tasks"]["EM"]
    assert found["clusters"] == {"by": "meta.repo", "number": 2}
    assert found["cluster_of"] == {"0": 0, "1": 1, "2": 0, "3": 1, "4": 0, "5": 1}
    assert found["metrics"]["exact_match"]["ci95"] == [0.0, 1.0]
