"""The pack that ships with the product, and the submission that its demo scores."""

import json
import zipfile
from pathlib import Path

from adapters.benchmarks import load_pack
from scoring.plan import gate_generations, plan_job

EXAMPLE = Path(__file__).resolve().parents[2] / "benchmarks" / "example"


def test_it_shows_every_kind_a_private_task_and_several_attempts():
    tasks = load_pack(EXAMPLE).tasks.values()
    assert {task.kind for task in tasks} == {"python-io", "python-tests", "exact-match"}
    assert any(task.is_private for task in tasks)
    assert any(task.attempts > 1 and f"pass@{task.attempts}" in task.metrics for task in tasks)


def test_every_sample_has_a_gold_answer():
    pack = load_pack(EXAMPLE)
    samples = {(name, sample.id) for name, task in pack.tasks.items() for sample in task.samples}
    assert {(one.task, one.sample_id) for one in gate_generations(pack, "gold")} == samples


def test_its_gold_answers_hold_outside_a_sandbox_too():
    """Our own code, so that it may run here: the sandboxes' own tests run the same."""
    pack = load_pack(EXAMPLE)
    for attempt in plan_job(pack, gate_generations(pack, "gold"), "strict").attempts:
        if attempt.case and attempt.case.runner == "python-tests":
            exec(attempt.case.program + "\n" + attempt.case.payload["tests"], {})


def test_the_archive_holds_the_answers_beside_it():
    folder = EXAMPLE / "submission"
    with zipfile.ZipFile(folder / "example-submission.zip") as archive:
        assert archive.namelist() == ["answers.jsonl"]
        assert archive.read("answers.jsonl") == (folder / "answers.jsonl").read_bytes()


def test_its_answers_are_for_attempts_that_the_pack_declares():
    pack = load_pack(EXAMPLE)
    lines = (EXAMPLE / "submission" / "answers.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines):
        task = pack.tasks[row["task"]]
        assert str(row["id"]) in task.by_id()
        assert 0 <= row["attempt"] < task.attempts
