"""The status of a job, the list of jobs, and cancelling."""

import json
import time

import pytest
from sqlalchemy import update

from adapters.db import claims, jobs, tables, waits
from api.status import FRESH_SECONDS, show
from scoring import states
from tests.api.world import assert_problem, finished_job, insert, make_world, rejected_job, running_job


def test_a_running_job_tells_how_far_it_is(world, ann):
    job_id = running_job(world, "ann")
    answer = ann.get(f"/v1/jobs/{job_id}")
    body = answer.json()
    assert (body["state"], body["done"], body["total"], body["tasks"]) == ("RUNNING", 1, 2, {"T": {"done": 1, "total": 2}})
    assert body["verdicts"] == {"WRONG_ANSWER": 1}
    assert 9 <= body["eta_seconds"] <= 12  # one of two took the ten seconds since it started
    assert 1 <= int(answer.headers["retry-after"]) <= 5
    assert body["links"]["events"] == f"/v1/jobs/{job_id}/events"


def test_the_queue_position_counts_earlier_unfinished_jobs(world, ann):
    _, first, _ = insert(world, "ann")
    _, second, _ = insert(world, "bob")
    _, third, _ = insert(world, "ann")
    positions = [ann.get(f"/v1/jobs/{job_id}").json()["queue_position"] for job_id in (first, third)]
    assert positions[1] == positions[0] + 2
    assert second  # bob's job counts, though ann cannot see it


def test_an_ended_job_is_not_worth_another_poll(world, ann):
    answer = ann.get(f"/v1/jobs/{finished_job(world, 'ann')}")
    assert "retry-after" not in answer.headers
    assert (answer.json()["state"], answer.json()["queue_position"], answer.json()["eta_seconds"]) == ("DONE", None, None)


def test_an_unchanged_status_is_not_sent_again(world, ann):
    job_id = running_job(world, "ann")
    etag = ann.get(f"/v1/jobs/{job_id}").headers["etag"]
    time.sleep(FRESH_SECONDS + 0.6)  # the estimate of the time left changes, the ETag must not
    again = ann.get(f"/v1/jobs/{job_id}", headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert again.headers["retry-after"]


def test_a_changed_status_is_sent(world, ann):
    job_id = running_job(world, "ann")
    etag = ann.get(f"/v1/jobs/{job_id}").headers["etag"]
    with world.front.db.write() as connection:
        jobs.cancel(connection, job_id, now=time.time(), reason="test")
    time.sleep(FRESH_SECONDS + 0.1)
    again = ann.get(f"/v1/jobs/{job_id}", headers={"If-None-Match": etag})
    assert (again.status_code, again.json()["state"]) == (200, "CANCELLED")


def test_polls_of_one_moment_ask_the_database_once(world, ann, monkeypatch):
    job_id, asked = running_job(world, "ann"), []
    original = jobs.progress
    monkeypatch.setattr(jobs, "progress", lambda *a: asked.append(a) or original(*a))
    bodies = {ann.get(f"/v1/jobs/{job_id}").content for _ in range(20)}
    assert (len(bodies), len(asked)) == (1, 1)


def test_a_rejected_job_lists_what_is_wrong(world, ann):
    job_id = rejected_job(world, "ann", problems=250)
    body = ann.get(f"/v1/jobs/{job_id}").json()
    assert (body["state"], body["problems_total"], len(body["problems"])) == ("REJECTED", 250, 200)
    assert body["problems"][7]["code"] == "duplicate_id" and "250 error" in body["reason"]
    assert len(ann.get(f"/v1/jobs/{job_id}/problems").json()["items"]) == 250


def test_the_list_has_own_jobs_newest_first(world, ann, bob, root):
    made = [insert(world, "bob")[1] for _ in range(3)]
    listed = [job["id"] for job in bob.get("/v1/jobs").json()["items"]]
    assert [job_id for job_id in listed if job_id in made] == made[::-1]
    assert not set(made) & {job["id"] for job in ann.get("/v1/jobs?limit=200").json()["items"]}
    assert set(made) <= {job["id"] for job in root.get("/v1/jobs?limit=200").json()["items"]}
    assert len(bob.get("/v1/jobs?limit=2").json()["items"]) == 2


def test_cancelling_ends_a_job_at_once(world, ann):
    job_id = running_job(world, "ann")
    ann.get(f"/v1/jobs/{job_id}")
    answer = ann.post(f"/v1/jobs/{job_id}/cancel")
    assert (answer.status_code, answer.json()["state"], answer.json()["reason"]) == (200, "CANCELLED", "cancelled by ann")
    assert ann.get(f"/v1/jobs/{job_id}").json()["state"] == states.CANCELLED
    assert ann.post(f"/v1/jobs/{job_id}/cancel").status_code == 200


def test_an_ended_job_cannot_be_cancelled(world, ann):
    assert_problem(ann.post(f"/v1/jobs/{finished_job(world, 'ann')}/cancel"), 409, "has_ended")


@pytest.mark.parametrize("limit", ["0", "201", "x", "-1"])
def test_the_length_of_the_list_is_bounded(ann, limit):
    assert_problem(ann.get("/v1/jobs", params={"limit": limit}), 422, "bad_request_fields")


def claim(world, runtime="python"):
    with world.front.db.write() as connection:
        return claims.claim_batch(connection, runtime, owner="test", until=time.time() + 60, limit=100, shares=1)


def set_started(world, job_id, seconds_ago):
    with world.front.db.write() as connection:
        began = time.time() - seconds_ago
        connection.execute(update(tables.jobs).where(tables.jobs.c.id == job_id).values(started_at=began, created_at=began))


def status_now(world, job_id):
    return json.loads(show(world.front, job_id).body)


def test_a_job_whose_workers_find_no_slot_says_so_and_gives_no_estimate(tmp_path):
    world = make_world(tmp_path)
    job_id, now = running_job(world, "ann"), time.time()
    with world.front.db.write() as connection:
        claims.report_room(connection, "python", "image", now)
        assert waits.say(connection, "python", waits.SLOT, now=now, until=now + 60)
        assert not waits.say(connection, "python", waits.SLOT, now=now + 1, until=now + 60), "one of them has said it"
    body = status_now(world, job_id)
    assert (body["waiting"]["what"], body["waiting"]["queue"], body["eta_seconds"]) == ("slot", "python", None)
    assert "free slot" in body["waiting"]["message"]
    claim(world)
    body = status_now(world, job_id)
    assert (body["waiting"], type(body["eta_seconds"])) == (None, int)


@pytest.mark.parametrize(("seconds_ago", "waiting"), [(1, None), (60, ("worker", "python"))])
def test_a_job_that_nobody_takes_waits_for_a_worker_of_its_queue(tmp_path, seconds_ago, waiting):
    world = make_world(tmp_path)
    job_id = running_job(world, "ann")
    set_started(world, job_id, seconds_ago)
    found = status_now(world, job_id)["waiting"]
    assert (found and (found["what"], found["queue"])) == waiting


def test_a_job_waits_for_workers_that_are_busy_with_others(tmp_path):
    world = make_world(tmp_path)
    running_job(world, "ann")
    assert claim(world)
    second = running_job(world, "bob")
    set_started(world, second, 60)
    assert status_now(world, second)["waiting"]["message"] == (
        "waiting for a worker of queue python: all work on other jobs")


def test_a_submission_that_nobody_reads_waits_for_a_worker_too(tmp_path):
    world = make_world(tmp_path)
    _, job_id, _ = insert(world, "ann")
    assert status_now(world, job_id)["waiting"] is None
    set_started(world, job_id, 60)
    assert status_now(world, job_id)["waiting"]["queue"] == "housekeeping"


def test_the_word_of_a_worker_that_died_ends_by_itself(tmp_path):
    world = make_world(tmp_path)
    job_id, now = running_job(world, "ann"), time.time()
    with world.front.db.write() as connection:
        claims.report_room(connection, "python", "image", now)
        waits.say(connection, "python", waits.SLOT, now=now - 100, until=now - 60)
    assert status_now(world, job_id)["waiting"] is None
