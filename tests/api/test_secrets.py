"""RULE 31 as a crawl: every route of the OpenAPI document, asked by everybody, never shows what is hidden."""

import itertools

import pytest

from adapters.db import attempts, jobs
from tests.api.world import CANARY, SECRET, finished_job, running_job, zipped

CALLERS = ("ann", "bob", "root", "stranger")


@pytest.fixture(scope="module")
def secret_things(world):
    """Ids of everything that belongs to a private benchmark; the owner is ann."""
    job_ids = [finished_job(world, "ann", SECRET), finished_job(world, "ann", SECRET), running_job(world, "ann", SECRET)]
    with world.front.db.read() as connection:
        rows = [row["id"] for job_id in job_ids for row in attempts.verdict_page(connection, job_id)]
        submission_id = jobs.get_job(connection, job_ids[0])["submission_id"]
    return {"job_id": job_ids, "verdict_id": rows, "submission_id": [submission_id], "name": [SECRET, CANARY[:3]]}


def places(document, things):
    """(method, path) for every operation and every known id in its path."""
    for template, operations in document["paths"].items():
        names = [part[1:-1] for part in template.split("/") if part.startswith("{")]
        for values in itertools.product(*(things[name] for name in names)):
            for method in operations:
                yield method.upper(), template.format(**dict(zip(names, values, strict=True)))


def ask(door, method, path, things):
    parameters = {"against": things["job_id"][1]} if path.endswith("/diff") else {}
    if path.endswith("/events") and things["job_id"][2] in path:
        return None  # a stream without end; the finished jobs' streams are read whole
    if (method, path) == ("POST", "/v1/submissions"):
        lines = "".join(f'{{"task":"{task}","id":"1","output":"x"}}\n' for task in ("M", "IO", "PT"))
        return door.upload(zipped({"answers.jsonl": lines}), benchmark=SECRET)
    return door.request(method, path, params=parameters)


@pytest.mark.parametrize("caller", CALLERS)
def test_no_route_shows_anything_hidden_to_anybody(request, secret_things, caller):
    door = request.getfixturevalue(caller)
    document = door.get("/openapi.json").json()
    statuses = set()
    for method, path in places(document, secret_things):
        answer = ask(door, method, path, secret_things)
        if answer is not None:
            statuses.add(answer.status_code)
            assert CANARY not in answer.text + str(answer.headers), (method, path)
    assert statuses >= ({200, 401} if caller == "stranger" else {200, 202, 404})


def test_the_crawl_would_notice(world, ann):
    """The canary does stand in what the store holds, and the log of a public task shows its output."""
    job_id = finished_job(world, "ann")
    row = ann.get(f"/v1/jobs/{job_id}/verdicts").json()["items"][0]
    assert CANARY in ann.get(row["links"]["log"]).text
    assert any(CANARY in str(sample) for sample in world_samples(world))


def world_samples(world):
    digest = world.front.catalogue.offer(SECRET).digest
    return [sample for task in world.front.snapshots.load(digest).tasks.values() for sample in task.samples]
