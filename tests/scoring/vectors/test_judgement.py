"""Judgement under mera-1 is the published scorers', row by row."""

import pytest

from scoring.benchmark import Sample, Task
from scoring.bundle.outputs import answers_in
from scoring.generation import Generation
from scoring.plan import plan_job
from scoring.report import AttemptResult, build_content
from scoring.tasks import label, python_io
from tests.scoring.making import benchmark_of
from tests.scoring.vectors.reading import misses, rows


def io_task(outputs: list, attempts: int = 1) -> Task:
    inputs = {"function": "", "tests": [{}] * len(outputs)}
    sample = Sample("1", inputs=inputs, outputs=outputs, meta={"id": 1, "entry_point": "f"})
    return Task("T", "python-io", (sample,), attempts=attempts, metrics=("pass@1", "pass@5", "pass@10"))


def test_results_pass_when_every_text_is_equal(shared):
    """Rows without expected values are no samples: a pack is refused for them."""
    def passed(row):
        task = io_task(row["true"])
        results = row["pred"] if isinstance(row["pred"], str) else tuple(str(value) for value in row["pred"])
        return int(python_io.plan(task, task.samples[0], Generation("T", "1", 0, executed=results), "mera-1").passed)

    found = [row for row in rows(shared, "check_solution") if row["true"]]
    assert misses(found, passed) == {}
    assert python_io.check(io_task([])) != []


def test_a_record_with_all_its_attempts_has_the_published_pass_at_k(shared):
    """Rows with fewer attempts are padded with failures here, and those with more are refused."""
    found = [row for row in rows(shared, "score_ruhumaneval")
             if len(row["outputs_submission"][0]) == 10 and row["outputs_gold"]]
    for row in found:
        task = io_task(row["outputs_gold"], attempts=10)
        answers = answers_in(task, task.samples[0], row["outputs_submission"])
        given = [Generation("T", "1", number, executed=answer.executed) for number, answer in enumerate(answers)]
        plan = plan_job(benchmark_of(task), given, "mera-1")
        results = [AttemptResult("T", "1", one.attempt, one.verdict) for one in plan.attempts]
        metrics = build_content(benchmark_of(task), "mera-1", results)["tasks"]["T"]["metrics"]
        assert {name: metric["value"] for name, metric in metrics.items()} == pytest.approx(row["expected"], abs=1e-12)
    assert found


def test_labels_are_looked_for_as_published(shared):
    def right(row):
        sample = Sample("1", outputs=row["gold"])
        task = Task("T", "label", (sample,), settings={"labels": ["success", "failed"]})
        return float(label.plan(task, sample, Generation("T", "1", 0, output=row["text"]), "mera-1").passed)

    assert misses(rows(shared, "codecorrectness"), right) == {}
