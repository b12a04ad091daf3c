"""Work that waits is told once, whoever of several workers sees it, and so is its end."""

from dataclasses import replace

import pytest
import structlog
from structlog.testing import LogCapture

from adapters.db import jobs, waits
from tests.workers.test_steps import BENCHMARK, answers, submit
from tests.workers.test_steps import workshop as workshop  # the fixture
from workers import waiting
from workers.sandbox.slots import Slots
from workers.steps import run
from workers.steps.parse import parse_job


@pytest.fixture
def host(workshop, monkeypatch):
    """Two workers of a host with one slot and a job, and their common clock."""
    monkeypatch.setattr(run, "SLOT_WAIT_SECONDS", 0.0)
    now = [1000.0]
    settings = workshop.settings.model_copy(update={"slots": 1})
    first = replace(workshop, settings=settings, clock=lambda: now[0])
    job_id = submit(first, answers(0))
    parse_job(first, job_id)
    return first, replace(first, waits={}, owner="other"), now, job_id


def wait(workers, now, seconds):
    for _ in range(seconds):
        now[0] += 1.0
        assert not any(run.run_batch(worker, "python") for worker in workers)


@pytest.fixture
def logs(monkeypatch):
    """What is logged of waits, whatever level other tests have set."""
    capture = LogCapture()
    monkeypatch.setattr(waiting, "log", structlog.wrap_logger(None, processors=[capture], wrapper_class=structlog.BoundLogger))
    return capture.entries


def told(logs):
    return [(line["event"], line.get("waits_for")) for line in logs]


def waits_for(workshop, job_id, now):
    def read(connection):
        return waits.of_job(connection, jobs.get_job(connection, job_id), now=now[0])
    found = workshop.db.query(read)
    return found and found.what


def test_a_wait_for_a_slot_is_logged_once_and_so_is_its_end(host, logs):
    first, second, now, job_id = host
    with Slots(first.settings.slot_dir, 1).acquire(0):
        wait([first, second], now, 3)
        assert told(logs) == [], "a slot may be free in a moment"
        wait([first, second], now, 60)
        assert waits_for(first, job_id, now) == "slot"
    assert run.run_batch(second, "python")
    assert told(logs) == [("work.waits", "slot"), ("work.goes_on", None)]
    assert logs[-1]["waited"] > 50


def test_a_worker_without_work_asks_for_no_slot(workshop):
    assert not run.run_batch(workshop, "python")
    assert not workshop.settings.slot_dir.exists()


def test_a_wait_ends_with_its_job(host, logs):
    first, second, now, job_id = host
    with Slots(first.settings.slot_dir, 1).acquire(0):
        wait([first, second], now, 20)
        first.db.transact(lambda connection: jobs.cancel(connection, job_id, now=now[0], reason="test"))
        wait([first, second], now, 20)
    assert told(logs) == [("work.waits", "slot"), ("work.is_gone", None)]


def test_a_host_without_room_is_told_apart_from_one_without_slots(host):
    first, _, now, job_id = host
    full = replace(first, settings=first.settings.model_copy(update={"min_free_memory_mib": 10**9}))
    wait([full], now, int(waiting.TOLD_AFTER_SECONDS) + 1)
    assert waits_for(first, job_id, now) == "host"


def test_a_worker_that_is_told_to_stop_while_it_waits_for_a_slot_takes_no_work(host):
    first, *_ = host
    assert not run.run_batch(replace(first, should_stop=lambda: True), "python")
    assert run.run_batch(first, "python"), f"the cases of {BENCHMARK.name} are still there"
