"""Server-sent progress."""

import json
import threading
import time

from adapters.db import jobs
from tests.api.world import Door, finished_job, make_world, running_job, serving


def events_of(lines):
    """(event, id, data) of every event in a stream of lines; heartbeats are comments and fall out."""
    found = {}
    for line in lines:
        if not line:
            if "event" in found:
                yield found["event"], found["id"], json.loads(found["data"])
            found = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            found[name] = value


def test_an_ended_job_is_told_at_once(world, ann):
    answer = ann.get(f"/v1/jobs/{finished_job(world, 'ann')}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    [(event, _, data)] = list(events_of(answer.text.splitlines()))
    assert (event, data["state"]) == ("done", "DONE")


def test_changes_are_told_as_they_happen_and_the_end_ends_the_stream(world, ann):
    job_id = running_job(world, "ann")

    def cancel_soon():
        time.sleep(0.7)
        with world.front.db.write() as connection:
            jobs.cancel(connection, job_id, now=time.time(), reason="test")

    threading.Thread(target=cancel_soon).start()
    with ann.stream("GET", f"/v1/jobs/{job_id}/events") as answer:
        seen = list(events_of(answer.iter_lines()))
    assert [(event, data["state"]) for event, _, data in seen] == [("progress", "RUNNING"), ("done", "CANCELLED")]


def test_a_stream_ends_after_its_time_and_goes_on_where_it_was(tmp_path):
    world = make_world(tmp_path)
    world.front.stream_seconds = 0.6
    job_id = running_job(world, "ann")
    with serving(world.front) as url, Door(url, world.tokens["ann"]) as ann:
        [(event, last, _)] = list(events_of(ann.get(f"/v1/jobs/{job_id}/events").text.splitlines()))
        again = ann.get(f"/v1/jobs/{job_id}/events", headers={"Last-Event-ID": last})
        foreign = ann.get(f"/v1/jobs/{job_id}/events", headers={"Last-Event-ID": "from-elsewhere"})
    assert event == "progress"
    assert list(events_of(again.text.splitlines())) == []
    assert len(list(events_of(foreign.text.splitlines()))) == 1
