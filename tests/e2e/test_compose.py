"""The compose stack: gateway, two python workers, Postgres, Redis, S3. Same answers as the command line, whatever dies."""

import json
import zipfile
from pathlib import Path

import pytest

from cli.client import Submit
from scoring import states
from scoring.canonical import canonical_json
from tests.conftest import docker, eventually
from tests.e2e.stack import RunningStack

ZIPS = [("gold", 1), ("stub", 1), ("gpt35", 1), ("agent", 1), ("ten-attempts", 10)]


@pytest.fixture(scope="module")
def stack(humaneval, tmp_path_factory):
    benchmarks = humaneval(1).parent.parent / "offered"
    benchmarks.mkdir(exist_ok=True)
    for attempts in (1, 10):
        link = benchmarks / f"humaneval-{attempts}"
        if not link.exists():
            docker_copy(humaneval(attempts), link)
    running = RunningStack(tmp_path_factory.mktemp("stack"), benchmarks, ASSAY_BATCH_CASES="20")
    try:
        running.start()
        running.compose("up", "--detach", "--scale", "worker-python=2", "--no-recreate")
        eventually(lambda: len(running.containers("worker-python")) == 2)
        yield running
    finally:
        running.remove()


def docker_copy(source: Path, target: Path) -> None:
    target.mkdir()
    for path in source.iterdir():
        (target / path.name).write_bytes(path.read_bytes())


def content_of(report: dict) -> str:
    return canonical_json(report["content"])


@pytest.mark.parametrize(("name", "attempts"), ZIPS)
def test_http_gives_the_same_content_as_the_command_line(stack, shared, humaneval, score, name, attempts):
    archive = shared / "cases" / "humaneval" / f"submission-{name}.zip"
    local = score(archive, humaneval(attempts), "--no-cache")
    client = stack.client()
    job = client.submit(Submit(archive, f"humaneval-{attempts}", no_cache=True))
    assert client.wait(job["job_id"])["state"] == states.DONE
    assert content_of(client.report(job["job_id"])) == content_of(local)


def distinct_answers(source: Path, target: Path) -> Path:
    """The ten-attempts submission with a comment in each answer, so that no two cases are equal."""
    with zipfile.ZipFile(source) as archive:
        lines = [json.loads(line) for line in archive.read("answers.jsonl").splitlines()]
    for line in lines:
        line["output"] = f"{line['output'].rstrip()}\n    # attempt {line['attempt']}\n"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("answers.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    return target


@pytest.fixture(scope="module")
def distinct(shared, tmp_path_factory) -> Path:
    source = shared / "cases" / "humaneval" / "submission-ten-attempts.zip"
    return distinct_answers(source, tmp_path_factory.mktemp("distinct") / "distinct.zip")


def test_both_workers_run_cases_of_one_job(stack, distinct):
    client = stack.client()
    job = client.submit(Submit(distinct, "humaneval-10", no_cache=True))["job_id"]
    assert client.wait(job)["state"] == states.DONE
    assert case_count(stack, job) == 1640
    assert len(hosts_of(stack, job)) == 2


def case_count(stack: RunningStack, job: str) -> int:
    return int(stack.sql(f"SELECT count(*) FROM cases WHERE job_id = '{job}'")[0][0])


def hosts_of(stack: RunningStack, job: str) -> set[str]:
    rows = stack.sql(
        "SELECT DISTINCT split_part(o.owner, ':', 1) FROM outcomes o JOIN cases c ON c.id = o.case_id "
        f"WHERE c.job_id = '{job}' AND o.accepted")
    return {host for (host,) in rows}


def test_killed_workers_and_restarted_stores_lose_nothing_and_count_nothing_twice(stack, distinct, shared):
    client = stack.client()
    job = client.submit(Submit(distinct, "humaneval-10", no_cache=True))["job_id"]
    for _ in range(3):
        stack.kill_nine(eventually(lambda: holder_of_a_batch(stack, job)))
    docker("restart", "--time", "1", *stack.containers("redis"))
    docker("restart", "--time", "5", *stack.containers("postgres"))
    assert client.wait(job)["state"] == states.DONE
    accepted = stack.sql(
        "SELECT count(*), count(DISTINCT o.case_id) FROM outcomes o JOIN cases c ON c.id = o.case_id "
        f"WHERE c.job_id = '{job}' AND o.accepted")
    assert accepted == [["1640", "1640"]]
    expected = json.loads((shared / "cases" / "humaneval" / "expected-ten-attempts.json").read_text())
    task = client.report(job)["content"]["tasks"]["HumanEval"]
    assert (task["passed_per_sample"], task["unscored"]) == (expected["passed_per_sample"], 0)


def holder_of_a_batch(stack: RunningStack, job: str) -> str | None:
    """The container of a worker that holds claimed cases of this job now."""
    rows = stack.sql(
        "SELECT split_part(l.owner, ':', 1) FROM leases l JOIN cases c ON c.lease_id = l.id "
        f"WHERE l.job_id = '{job}' AND c.state = 'CLAIMED' LIMIT 1")
    running = stack.containers("worker-python")
    return next((one for one in running if rows and one.startswith(rows[0][0])), None)


def test_a_stopped_worker_gives_its_cases_back_without_blame(stack, shared):
    client = stack.client()
    archive = shared / "cases" / "humaneval" / "submission-gold.zip"
    job = client.submit(Submit(archive, "humaneval-1", no_cache=True))["job_id"]
    holder = eventually(lambda: holder_of_a_batch(stack, job))
    docker("stop", "--time", "30", holder)
    assert stack.sql(f"SELECT count(*) FROM leases WHERE job_id = '{job}' AND owner LIKE '{holder[:12]}%'") == [["0"]]
    docker("start", holder)
    assert client.wait(job)["state"] == states.DONE
    assert stack.sql(f"SELECT max(tries) FROM cases WHERE job_id = '{job}'") == [["0"]]


def test_a_cancelled_job_stops_its_sandboxes(stack, distinct):
    client = stack.client()
    job = client.submit(Submit(distinct, "humaneval-10", no_cache=True))["job_id"]
    eventually(lambda: holder_of_a_batch(stack, job))
    client.cancel(job)
    assert client.status(job)["state"] == states.CANCELLED
    eventually(lambda: docker("ps", "--quiet", "--filter", f"label=assay.job={job}") == "", seconds=30)


def test_scoring_again_makes_a_new_job_keeps_the_old_report_and_shows_the_difference(stack, shared):
    client = stack.client()
    archive = shared / "cases" / "humaneval" / "submission-gpt35.zip"
    first = client.submit(Submit(archive, "humaneval-1", no_cache=True))
    client.wait(first["job_id"])
    second = client.rescore(first["submission_id"], no_cache=True)["job_id"]
    client.wait(second)
    assert second != first["job_id"]
    assert content_of(client.report(second)) == content_of(client.report(first["job_id"]))
    difference = client.diff(second, against=first["job_id"])
    assert all(not entry["changed"] for entry in difference["tasks"].values())
