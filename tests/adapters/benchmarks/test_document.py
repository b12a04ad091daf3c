"""A benchmark as a document: nothing is lost, and its digest moves with what can move a score."""

import json
from dataclasses import replace

import pytest

from adapters.benchmarks import benchmark_from_json, benchmark_to_json, load_pack, with_digest
from scoring.benchmark import Demands, Limits
from tests.conftest import ROOT

EXAMPLE = ROOT / "benchmarks" / "example"


@pytest.fixture(scope="module")
def example():
    return load_pack(EXAMPLE)


def test_a_benchmark_comes_back_from_its_json_text_as_it_was(example):
    assert benchmark_from_json(json.loads(json.dumps(benchmark_to_json(example)))) == example


def test_loading_again_gives_the_same_digest(example):
    assert load_pack(EXAMPLE).digest == example.digest == with_digest(example).digest
    assert len(example.digest) == 64


def with_task(benchmark, **changes):
    task = replace(benchmark.tasks["Functions"], **changes)
    return replace(benchmark, tasks={**benchmark.tasks, "Functions": task})


def with_sample(benchmark, **changes):
    first, *rest = benchmark.tasks["Functions"].samples
    return with_task(benchmark, samples=(replace(first, **changes), *rest))


MATTERS = {
    "version": lambda one: replace(one, version="2"), "profiles": lambda one: replace(one, profiles=("strict",)),
    "limits": lambda one: with_task(one, limits=Limits(cpu_seconds=2)),
    "metrics": lambda one: with_task(one, metrics=("pass@2",)),
    "attempts": lambda one: with_task(one, attempts=2), "weight": lambda one: with_task(one, weight=2.0),
    "settings": lambda one: with_task(one, settings={"a": 1}), "kind": lambda one: with_task(one, kind="exact-match"),
    "access": lambda one: with_task(one, access="private"), "aliases": lambda one: with_task(one, aliases=("F",)),
    "inputs": lambda one: with_sample(one, inputs={}), "outputs": lambda one: with_sample(one, outputs={}),
    "id": lambda one: with_sample(one, id="z"), "tasks": lambda one: replace(one, tasks={"Reading": one.tasks["Reading"]}),
}
SHOWN_ONLY = {
    "title": lambda one: replace(one, title="x"), "description": lambda one: replace(one, description="x"),
    "demands": lambda one: with_task(one, demands=Demands(5, "x", {"top_p": 1})),
}


@pytest.mark.parametrize("change", MATTERS.values(), ids=MATTERS)
def test_the_digest_changes_with_what_can_change_a_score(change, example):
    assert with_digest(change(example)).digest != example.digest


@pytest.mark.parametrize("change", SHOWN_ONLY.values(), ids=SHOWN_ONLY)
def test_the_digest_stays_when_only_words_for_people_change(change, example):
    assert with_digest(change(example)).digest == example.digest
