"""A case's key changes with what can change its verdict, and with nothing else."""

from dataclasses import replace

import pytest

from scoring import case as case_module
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.plan import plan_job
from tests.scoring.making import CODE_SAMPLE, IO_SAMPLE, answer, benchmark_of, code_task, io_task

CODE = "    return 2 * x\n"


def key(task, output=CODE, *, profile="strict", image="image", **facts):
    [attempt] = plan_job(benchmark_of(task), [answer(task, output, **facts)], profile).attempts
    return attempt.case.key(image)


def with_sample(task, sample, **changes):
    return replace(task, samples=(replace(sample, **changes),))


MATTERS = {
    "the answer": (io_task(), "    return x + x\n"),
    "the test inputs": with_sample(io_task(), IO_SAMPLE, inputs={**IO_SAMPLE.inputs, "tests": [{"x": 1}, {"x": 3}]}),
    "the expected values": with_sample(io_task(), IO_SAMPLE, outputs=["2", "5"]),
    "the prompt": with_sample(io_task(), IO_SAMPLE, inputs={**IO_SAMPLE.inputs, "function": "def f(x):\n"}),
    "the entry point": with_sample(io_task(), IO_SAMPLE, meta={"entry_point": "g"}),
    "the tolerance": io_task(settings={"tolerance": 0.1}),
    "the limits": io_task(limits=Limits(cpu_seconds=9.0)),
}


@pytest.mark.parametrize("change", MATTERS.values(), ids=MATTERS)
def test_it_changes_with(change):
    task, output = change if isinstance(change, tuple) else (change, CODE)
    assert key(task, output) != key(io_task())


@pytest.mark.parametrize("part", ["tests", "setup"])
def test_it_changes_with_the_test_code(part):
    changed = with_sample(code_task(), CODE_SAMPLE, inputs={**CODE_SAMPLE.inputs, part: "assert f(1)"})
    assert key(changed) != key(code_task())


def test_it_changes_with_the_image_and_the_version_of_the_scorer(monkeypatch):
    before = key(io_task())
    assert key(io_task(), image="other") != before
    monkeypatch.setattr(case_module, "SCORER_VERSION", "next")
    assert key(io_task()) != before


SAME = {
    "names of task and sample": with_sample(io_task(name="Z"), IO_SAMPLE, id="77"),
    "instruction": with_sample(io_task(), IO_SAMPLE, instruction="Please."),
    "gold": with_sample(io_task(), IO_SAMPLE, meta={**IO_SAMPLE.meta, "canonical_solution": "    pass\n"}),
    "attempts, metrics, weight, access": io_task(attempts=1, metrics=("pass@1", "pass@5"), weight=2.0, access="private"),
}


@pytest.mark.parametrize("task", SAME.values(), ids=SAME)
def test_it_does_not_change_with(task):
    assert key(task) == key(io_task())


def test_it_does_not_change_with_what_is_known_of_the_answers_making():
    assert key(io_task(), facts={"latency_ms": 3}, row=4) == key(io_task())


def test_it_changes_with_the_profile_only_where_that_runs_the_answer_in_another_way():
    assert key(io_task(), profile="mera-1") != key(io_task())
    assert key(code_task(), profile="mera-1") == key(code_task())


def test_expected_values_are_in_no_case_that_calls_functions():
    task = with_sample(io_task(), IO_SAMPLE, outputs=["hidden-5", "hidden-9"])
    [attempt] = plan_job(benchmark_of(task), [answer(task, CODE)], "strict").attempts
    assert "hidden" not in str(attempt.case.as_json())


def test_a_case_comes_back_from_json_as_it_was():
    case = Case("python", "python-io", "x = 1", {"calls": [[1]]}, Limits(cpu_seconds=1.5), None, "d")
    assert Case.from_json(case.as_json()) == case
