"""The steps of a job over a scripted sandbox, on both databases: what fails is ours, and nothing is lost."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from adapters.benchmarks.document import with_digest
from adapters.blobs import FolderBlobs
from adapters.db import attempts, claims, jobs
from adapters.db.submissions import NewJob, NewSubmission, insert_job, insert_submission
from adapters.db.tables import cases, leases
from adapters.queue import NoDoorbell
from adapters.settings import Settings
from adapters.snapshots import Snapshots
from scoring import states
from scoring.benchmark import Benchmark, Sample, Task
from scoring.case import Case
from scoring.errors import OurFault, SandboxFailed
from scoring.outcome import Outcome
from scoring.report import AttemptResult
from scoring.verdict import NO_ANSWER, PASSED, RUNTIME_ERROR, TIME_LIMIT, UNSCORED, Verdict
from tests.making import DONE
from tests.workers.scripted import ScriptedSandboxes
from workers.steps.aggregate import aggregate_job, unscored_reasons
from workers.steps.parse import parse_job
from workers.steps.run import run_batch
from workers.sweep import sweep
from workers.workshop import Workshop

SAMPLES = tuple(Sample(str(n), inputs={"prompt": "", "tests": f"# {n}"}, outputs={"solution": "x"}) for n in range(5))
BENCHMARK = with_digest(Benchmark("tiny", "1", {
    "T": Task("T", "python-tests", SAMPLES, runtime="python", metrics=("pass@1",)),
    "W": Task("W", "exact-match", (Sample("1", outputs="yes"),), metrics=("exact_match",)),
}))


def passes(case: Case) -> Outcome:
    return DONE


@pytest.fixture
def workshop(db, tmp_path) -> Workshop:
    made = Workshop(
        settings=Settings(home=tmp_path, slot_dir=tmp_path / "slots", slots=2), db=db, blobs=FolderBlobs(tmp_path / "blobs"),
        snapshots=Snapshots(FolderBlobs(tmp_path / "blobs")), doorbell=NoDoorbell(), sandboxes=ScriptedSandboxes(passes),
    )
    made.snapshots.save(BENCHMARK)
    db.transact(lambda connection: claims.report_room(connection, "python", "image", 1.0))
    return made


def submit(workshop: Workshop, lines: list[dict] | str, *, partial: bool = False, no_cache: bool = False,
           benchmark: Benchmark = BENCHMARK) -> str:
    archive = Path(workshop.settings.home) / "answers.zip"
    text = lines if isinstance(lines, str) else "".join(json.dumps(line) + "\n" for line in lines)
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("answers.jsonl", text)
    workshop.blobs.put("submissions/a.zip", archive.read_bytes())

    def write(connection) -> str:
        new = NewSubmission(None, "submissions/a.zip", "0" * 64, 1, "answers.zip", {}, None, "0" * 64)
        job = NewJob(benchmark.name, "1", benchmark.digest, "strict", partial, no_cache)
        return insert_job(connection, insert_submission(connection, new, 1.0), job, 1.0)

    return workshop.db.transact(write)


def answers(*ids: int) -> list[dict]:
    lines = [{"task": "T", "id": str(n), "output": f"x = {n}"} for n in ids]
    return [*lines, {"task": "W", "id": "1", "output": "yes"}]


def state(workshop: Workshop, job_id: str) -> str:
    return workshop.db.query(lambda connection: jobs.get_job(connection, job_id))["state"]


def finish(workshop: Workshop, job_id: str) -> dict:
    while run_batch(workshop, "python"):
        pass
    assert aggregate_job(workshop, job_id)
    job = workshop.db.query(lambda connection: jobs.get_job(connection, job_id))
    return json.loads(workshop.blobs.get(job["report_blob"]))


def test_a_submission_becomes_a_report(workshop):
    job_id = submit(workshop, answers(0, 1, 2, 3))
    assert parse_job(workshop, job_id)
    content = finish(workshop, job_id)["content"]
    assert content["tasks"]["T"]["verdicts"] == {NO_ANSWER: 1, PASSED: 4}
    assert content["tasks"]["W"]["metrics"]["exact_match"]["value"] == 1.0
    assert state(workshop, job_id) == states.DONE


def test_a_job_without_anything_to_run_goes_straight_to_its_report(workshop):
    job_id = submit(workshop, answers())
    parse_job(workshop, job_id)
    assert state(workshop, job_id) == states.AGGREGATING


def test_equal_answers_run_once_and_a_repeat_runs_nothing(workshop):
    parse_job(workshop, first := submit(workshop, answers(0, 1)))
    report = finish(workshop, first)
    parse_job(workshop, second := submit(workshop, answers(0, 1)))
    opened = len(workshop.sandboxes.opened)
    again = finish(workshop, second)
    assert len(workshop.sandboxes.opened) == opened
    assert again["content"] == report["content"]
    assert again["measures"]["reused"] == 2


def test_no_cache_runs_again(workshop):
    parse_job(workshop, first := submit(workshop, answers(0)))
    finish(workshop, first)
    parse_job(workshop, second := submit(workshop, answers(0), no_cache=True))
    assert finish(workshop, second)["measures"] | {"reused": 0} == finish_measures(workshop, second) | {"reused": 0}
    assert finish_measures(workshop, second)["reused"] == 0


def finish_measures(workshop: Workshop, job_id: str) -> dict:
    return json.loads(workshop.blobs.get(f"reports/{job_id}.json"))["measures"]


def test_why_attempts_are_unscored_is_counted_beside_the_content():
    results = [AttemptResult("T", str(n), 0, verdict) for n, verdict in enumerate(
        [Verdict(UNSCORED, "it is not built")] * 2 + [Verdict(UNSCORED, "a room broke"), Verdict(PASSED)])]
    found = unscored_reasons(BENCHMARK, results)["unscored_reasons"]
    assert list(found.items()) == [("it is not built", 2), ("a room broke", 1)]
    assert unscored_reasons(BENCHMARK, results[3:]) == {}


def test_a_wall_clock_timeout_is_never_reused(workshop):
    workshop.sandboxes = ScriptedSandboxes(lambda case: Outcome(timed_out="wall"))
    parse_job(workshop, first := submit(workshop, answers(0)))
    finish(workshop, first)
    workshop.sandboxes = ScriptedSandboxes(passes)
    parse_job(workshop, second := submit(workshop, answers(0)))
    assert finish(workshop, second)["content"]["tasks"]["T"]["verdicts"] == {NO_ANSWER: 4, PASSED: 1}


def test_a_faulty_submission_is_rejected_with_every_problem(workshop):
    job_id = submit(workshop, [{"task": "T", "id": "99", "output": ""}, {"task": "X", "id": "1", "output": ""}])
    assert parse_job(workshop, job_id)
    job = workshop.db.query(lambda connection: jobs.get_job(connection, job_id))
    assert job["state"] == states.REJECTED
    assert {problem["code"] for problem in job["problems"] if problem["severity"] == "error"} == {"unknown_id", "unknown_task"}


def test_partial_scores_the_sound_tasks_and_names_the_missing(workshop):
    job_id = submit(workshop, [{"task": "T", "id": "99", "output": ""}, {"task": "W", "id": "1", "output": "yes"}],
                    partial=True)
    parse_job(workshop, job_id)
    totals = finish(workshop, job_id)["content"]["totals"]
    assert (totals["total"]["value"], totals["partial"], totals["missing"]) == (None, 1.0, ["T"])


@pytest.mark.parametrize("trouble", [SandboxFailed("the agent died"), RecursionError("a mistake of ours")])
def test_a_case_that_breaks_its_sandbox_three_times_is_unscored_and_the_rest_count(workshop, trouble):
    """Whatever breaks: an exception that nobody foresaw once sent the case back unblamed, and the job never ended."""
    def breaks_on_two(case: Case) -> Outcome:
        if "x = 2" in case.program:
            raise trouble
        return DONE

    workshop.sandboxes = ScriptedSandboxes(breaks_on_two)
    parse_job(workshop, job_id := submit(workshop, answers(0, 1, 2, 3, 4)))
    task = finish(workshop, job_id)["content"]["tasks"]["T"]
    assert task["verdicts"] == {PASSED: 4, UNSCORED: 1}
    metric = task["metrics"]["pass@1"]
    assert (metric["value"], metric["n"], metric["incomplete"], metric["range"]) == (1.0, 4, True, [0.8, 1.0])


LINTED = with_digest(Benchmark("linted", "1", {
    "T": Task("T", "lint", tuple(Sample(str(n), inputs={"code": ""}) for n in range(5)), runtime="python",
              metrics=("pass@1",), settings={"linter": "flake8", "version": "7.3.0"}),
    "W": BENCHMARK.tasks["W"],
}))
CLEAN = {"str": json.dumps({"findings": []})}


def lints(case: Case, seen: list[int], trouble: Outcome | Exception) -> Outcome:
    """Finds nothing, except in a program with a 2 in it: that is the whole execution's trouble."""
    files = case.payload.get("files") or [case.program]
    seen.append(len(files))
    if not any("2" in text for text in files):
        return replace(DONE, report={**DONE.report, "results": [CLEAN] * len(files)})
    if isinstance(trouble, Exception):
        raise trouble
    return trouble


@pytest.mark.parametrize(("trouble", "verdict", "runs"), [
    (Outcome(timed_out="cpu"), TIME_LIMIT, [5, 1, 1, 1, 1, 1]),
    (Outcome(signal=11), RUNTIME_ERROR, [5, 1, 1, 1, 1, 1]),
    (SandboxFailed("the agent died"), UNSCORED, [5, 1, 1, 1, 1, 1, 1, 1]),
    (KeyError("a mistake of ours"), UNSCORED, [5, 1, 1, 1, 1, 1, 1, 1]),
])
def test_a_file_that_spoils_a_common_run_costs_its_neighbours_nothing(workshop, trouble, verdict, runs):
    seen: list[int] = []
    workshop.snapshots.save(LINTED)
    workshop.sandboxes = ScriptedSandboxes(lambda case: lints(case, seen, trouble))
    parse_job(workshop, job_id := submit(workshop, answers(0, 1, 2, 3, 4), benchmark=LINTED))
    task = finish(workshop, job_id)["content"]["tasks"]["T"]
    assert task["verdicts"] == {PASSED: 4, verdict: 1}
    assert seen == runs


def test_where_each_case_has_its_own_container_nothing_is_run_together(workshop):
    seen: list[int] = []
    workshop.settings.sandbox = "fresh"
    workshop.snapshots.save(LINTED)
    workshop.sandboxes = ScriptedSandboxes(lambda case: lints(case, seen, Outcome(signal=11)))
    parse_job(workshop, job_id := submit(workshop, answers(0, 1, 3), benchmark=LINTED))
    assert finish(workshop, job_id)["content"]["tasks"]["T"]["verdicts"] == {NO_ANSWER: 2, PASSED: 3}
    assert seen == [1, 1, 1]


def test_an_engine_that_is_away_blames_no_case(workshop):
    class NoEngine(ScriptedSandboxes):
        def open(self, *arguments, **named):
            raise SandboxFailed("the engine could not start a sandbox")

    workshop.sandboxes = NoEngine(passes)
    parse_job(workshop, submit(workshop, answers(0, 1)))
    with pytest.raises(OurFault):
        run_batch(workshop, "python")
    with workshop.db.read() as connection:
        rows = connection.execute(select(cases.c.state, cases.c.tries)).all()
        assert [tuple(row) for row in rows] == [("PENDING", 0), ("PENDING", 0)]
        assert connection.execute(select(func.count()).select_from(leases)).scalar_one() == 0


def test_a_job_waits_until_a_worker_offers_its_runtime(workshop):
    workshop.db.transact(lambda connection: connection.execute(claims.rooms.delete()))
    job_id = submit(workshop, answers(0))
    assert not parse_job(workshop, job_id)
    job = workshop.db.query(lambda connection: jobs.get_job(connection, job_id))
    assert (job["state"], job["tries"]) == (states.QUEUED, 0)
    assert "python" in job["reason"]


def test_a_blob_that_is_gone_fails_the_job_as_our_fault(workshop):
    job_id = submit(workshop, answers(0))
    workshop.blobs.delete("submissions/a.zip")
    parse_job(workshop, job_id)
    job = workshop.db.query(lambda connection: jobs.get_job(connection, job_id))
    assert job["state"] == states.FAILED
    assert "our side" in job["reason"]


def test_a_cancelled_batch_stops_between_cases_and_records_nothing_late(workshop):
    parse_job(workshop, job_id := submit(workshop, answers(0, 1, 2, 3, 4)))

    def cancels(case: Case) -> Outcome:
        workshop.db.transact(lambda connection: jobs.cancel(connection, job_id, now=2.0, reason="asked"))
        workshop.should_stop = lambda: True
        return DONE

    workshop.sandboxes = ScriptedSandboxes(cancels)
    run_batch(workshop, "python")
    assert state(workshop, job_id) == states.CANCELLED
    assert not aggregate_job(workshop, job_id)


def test_the_sweep_gives_back_what_a_dead_worker_held(workshop):
    parse_job(workshop, job_id := submit(workshop, answers(0, 1, 2)))
    workshop.db.transact(lambda connection: claims.claim_batch(
        connection, "python", owner="dead:1", until=1.0, limit=50, shares=1,
    ))
    sweep(workshop)
    assert finish(workshop, job_id)["content"]["tasks"]["T"]["verdicts"] == {NO_ANSWER: 2, PASSED: 3}


def test_a_report_names_the_images_of_its_tasks_and_no_other_that_is_ready(workshop):
    workshop.db.transact(lambda connection: claims.report_room(connection, "go", "another", 1.0))
    parse_job(workshop, job_id := submit(workshop, answers(0)))
    assert finish(workshop, job_id)["provenance"]["images"] == {"python": "image"}


def test_the_same_verdicts_give_the_same_content_digest(workshop):
    reports = []
    for _ in range(2):
        parse_job(workshop, job_id := submit(workshop, answers(0, 3), no_cache=True))
        reports.append(finish(workshop, job_id))
    digests = {report["provenance"]["content_sha256"] for report in reports}
    assert len(digests) == 1


def test_hostile_text_in_answers_breaks_no_insert(workshop):
    benchmark = with_digest(replace(BENCHMARK, version="1"))
    job_id = submit(workshop, '{"task": "T", "id": "0", "output": "x = \\"\\ud800\\u0000\\""}\n', benchmark=benchmark)
    parse_job(workshop, job_id)
    finish(workshop, job_id)
    with workshop.db.read() as connection:
        row = next(iter(attempts.job_details(connection, job_id)))
    assert row["answer"] == 'x = "\ud800\x00"'


def test_two_steps_cannot_take_one_job(workshop):
    job_id = submit(workshop, answers(0))
    workshop.db.transact(lambda connection: connection.execute(
        update(jobs.jobs).where(jobs.jobs.c.id == job_id).values(lease_id="someone")))
    assert not parse_job(workshop, job_id)


def test_passes_with_the_weaker_guarantee_are_counted_also_when_they_are_reused(workshop):
    def weak_when_even(case: Case) -> Outcome:
        weak = {"guarantee": "weak"} if int(case.program.split()[-1]) % 2 == 0 else {}
        phase = "run" if "x = 4" in case.program else "done"
        return replace(DONE, report={**DONE.report, "phase": phase, **weak})

    workshop.sandboxes = ScriptedSandboxes(weak_when_even)
    for _ in range(2):
        parse_job(workshop, job_id := submit(workshop, answers(0, 1, 2, 3, 4)))
        tasks = finish(workshop, job_id)["content"]["tasks"]
        assert tasks["T"]["weak_guarantee"] == 2 and "weak_guarantee" not in tasks["W"]


@pytest.mark.parametrize(("share", "tidied"), [(0.0, 1), (0.999, 0)])
def test_a_full_disk_has_old_images_removed_once_a_minute(workshop, share, tidied):
    limits = {"drain_disk_share": share, "min_free_memory_mib": 0}
    workshop.settings = workshop.settings.model_copy(update=limits)
    for _ in range(3):
        run_batch(workshop, "python")
    assert workshop.sandboxes.tidied == tidied
