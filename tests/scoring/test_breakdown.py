"""Metrics by language, skill, prompt or any other field of a sample."""

import pytest

from scoring.benchmark import Sample
from scoring.metrics import chrf
from scoring.report import AttemptResult, build_content
from scoring.verdict import PASSED, SCORED, WRONG_ANSWER, Verdict
from tests.scoring.making import benchmark_of, match_task

SAMPLES = (
    Sample("1", inputs={"lang": "go"}, outputs="x", meta={"skills": ["read", "write"]}),
    Sample("2", inputs={"lang": "java"}, outputs="x", meta={"skills": ["read"]}),
    Sample("3", inputs={}, outputs="x", meta={"skills": []}),
)


def broken_down(by: str, *passed: bool, prompts: tuple = ()) -> dict:
    task = match_task(samples=SAMPLES, breakdown=(by,))
    results = [AttemptResult("EM", sample.id, 0, Verdict(PASSED if right else WRONG_ANSWER),
                             {"prompt_id": prompt} if prompt else {})
               for sample, right, prompt in zip(SAMPLES, passed, prompts or [None] * 3, strict=True)]
    [found] = build_content(benchmark_of(task), "strict", results)["tasks"]["EM"]["breakdown"].values()
    return {value: (part["samples"], part["metrics"]["exact_match"]["value"]) for value, part in found.items()}


def test_each_value_of_a_field_has_its_metrics_and_what_lacks_it_is_a_group_too():
    assert broken_down("inputs.lang", True, False, True) == {"(none)": (1, 1.0), "go": (1, 1.0), "java": (1, 0.0)}


def test_a_sample_with_several_values_is_in_each_of_their_groups():
    assert broken_down("meta.skills", True, False, False) == {"(none)": (1, 0.0), "read": (2, 0.5), "write": (1, 1.0)}


def test_the_prompt_that_made_an_answer_is_a_field_like_others():
    assert broken_down("prompt_id", True, False, True, prompts=("p1", "p2", None)) == {
        "(none)": (1, 1.0), "p1": (1, 1.0), "p2": (1, 0.0)}


def test_nothing_is_broken_down_unless_it_is_asked_for():
    results = [AttemptResult("EM", "0", 0, Verdict(PASSED))]
    assert "breakdown" not in build_content(benchmark_of(match_task("x")), "strict", results)["tasks"]["EM"]


def test_a_corpus_value_is_made_anew_for_each_part():
    pairs = {"1": ("абв", "абв"), "2": ("где жзи клм", "где"), "3": ("н", "")}
    counts = {name: chrf.counts(chrf.ngrams(given), chrf.ngrams(wanted)) for name, (wanted, given) in pairs.items()}
    task = match_task(samples=SAMPLES, breakdown=("meta.skills",), metrics=("chrf",))
    results = [AttemptResult("EM", name, 0, Verdict(SCORED, scores={"chrf": chrf.value(row), "chrf_counts": row}))
               for name, row in counts.items()]
    found = build_content(benchmark_of(task), "strict", results)["tasks"]["EM"]["breakdown"]["meta.skills"]
    both = [a + b for a, b in zip(counts["1"], counts["2"], strict=True)]
    assert found["read"]["metrics"]["chrf"]["value"] == pytest.approx(chrf.value(both))
    assert found["write"]["metrics"]["chrf"]["value"] == 1.0
