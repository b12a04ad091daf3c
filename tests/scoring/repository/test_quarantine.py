"""A sample whose proof failed is no part of the benchmark any more, and everybody can see it."""

import json
from dataclasses import replace

import pytest

from adapters.benchmarks.document import benchmark_from_json, benchmark_to_json, with_digest
from scoring.benchmark import Benchmark, Sample
from scoring.bundle import read_bundle
from scoring.plan import gate_generations, plan_job
from scoring.report import AttemptResult, build_content
from scoring.repository.environment import without_quarantined
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict
from tests.intake.benchmark import Text
from tests.scoring.making import benchmark_of
from tests.scoring.repository.making import completion


@pytest.fixture
def benchmark() -> Benchmark:
    task = completion("def f():\n", "    return 1\n", "")
    [first] = task.samples
    task = replace(task, samples=(first, Sample("2", meta={**first.meta, "id": 2})))
    task.settings["lock"]["samples"]["T"]["2"] = {"quarantined": "flaky", "detail": "gold passed 3 of 5 runs"}
    return with_digest(benchmark_of(without_quarantined(task)))


def test_it_is_neither_planned_nor_run_by_the_gate(benchmark):
    assert [one.sample_id for one in plan_job(benchmark, [], "strict").attempts] == ["1"]
    assert [one.sample_id for one in gate_generations(benchmark, "stub")] == ["1"]


def test_an_answer_to_it_is_left_out_with_a_warning(benchmark):
    lines = "".join(json.dumps({"task": "T", "id": sample, "output": "    return 1"}) + "\n" for sample in ("1", "2"))
    bundle = read_bundle([Text("a.jsonl", lines.encode())], benchmark)
    assert [one.sample_id for one in bundle.generations] == ["1"]
    [problem] = bundle.problems
    assert (problem.severity, problem.code, problem.sample) == ("warning", "quarantined", "2")
    assert "flaky: gold passed 3 of 5 runs" in problem.message


def test_answers_to_quarantined_samples_alone_are_rejected_for_that_reason(benchmark):
    lines = json.dumps({"task": "T", "id": "2", "output": "    return 1"}) + "\n"
    problems = read_bundle([Text("a.jsonl", lines.encode())], benchmark).problems
    [error] = [problem for problem in problems if problem.severity == "error"]
    assert (error.code, "1 answer, to quarantined samples only" in error.message) == ("all_quarantined", True)
    assert "./assay benchmark build PACK" in error.mend


def test_a_task_without_samples_lacks_no_answers(benchmark):
    task = replace(benchmark.tasks["T"], samples=(), quarantined={"1": "build fails", "2": "flaky"})
    bundle = read_bundle([Text("a.jsonl", b"")], replace(benchmark, tasks={"T": task}))
    assert [problem.code for problem in bundle.problems] == ["no_answers"]


def test_the_report_names_it_with_the_reason(benchmark):
    content = build_content(benchmark, "strict", [AttemptResult("T", "1", 0, Verdict(PASSED))])
    assert content["tasks"]["T"]["samples"] == 1
    assert content["tasks"]["T"]["quarantined"] == {"2": "flaky: gold passed 3 of 5 runs"}


def test_the_report_names_samples_whose_answers_tampered(benchmark):
    flagged = Verdict(WRONG_ANSWER, scores={"flags": ["tampering: canary"]})
    content = build_content(benchmark, "strict", [AttemptResult("T", "1", 0, flagged)])
    assert content["tasks"]["T"]["flagged"] == {"1": ["tampering: canary"]}


def test_of_a_private_task_neither_names_more_than_a_word(benchmark):
    """Flags name tests, and code that has seen hidden ones can word its own; a detail may hold a build's log."""
    task = replace(completion("def f():\n", "    return 1\n", ""), access="private")
    [first] = task.samples
    task = replace(task, samples=(first, Sample("2", meta={**first.meta, "id": 2})))
    task.settings["lock"]["samples"]["T"]["2"] = {"quarantined": "build fails", "detail": "assert secret() == 42"}
    flagged = Verdict(WRONG_ANSWER, scores={"flags": ["tampering: t::hidden_test was replaced"]})
    content = build_content(benchmark_of(without_quarantined(task)), "strict", [AttemptResult("T", "1", 0, flagged)])
    assert content["tasks"]["T"]["flagged"] == {"1": ["tampering"]}
    assert content["tasks"]["T"]["quarantined"] == {"2": "build fails"}


def test_a_snapshot_keeps_it(benchmark):
    assert benchmark_from_json(json.loads(json.dumps(benchmark_to_json(benchmark)))).tasks["T"].quarantined


def test_a_task_without_any_keeps_the_digest_and_the_report_that_it_had(benchmark):
    whole = replace(benchmark.tasks["T"], quarantined={})
    document = benchmark_to_json(benchmark_of(whole))
    del document["tasks"][0]["quarantined"]
    assert benchmark_from_json(document).tasks["T"].quarantined == {}
    assert with_digest(benchmark_of(whole)).digest == with_digest(benchmark_from_json(document)).digest
    assert "quarantined" not in build_content(benchmark_of(whole), "strict", [
        AttemptResult("T", "1", 0, Verdict(PASSED))])["tasks"]["T"]
