"""The estimate of the time left."""

import json
import time

import pytest
from sqlalchemy import insert, select, update

from adapters.db import tables
from api.pace import Pace, seconds_left
from api.status import show
from tests.api.world import make_world, running_job


def ends(*pauses: float) -> list[float]:
    """Times of outcomes, by the pause before each; the job began at 0."""
    return [sum(pauses[:count]) for count in range(1, len(pauses) + 1)]


@pytest.mark.parametrize(("pauses", "left"), [
    ([], None),
    ([3], 30),
    ([2] * 20, 20),
    ([1, 3] * 10, 20),  # two side by side that end together are the pace of both
    ([2, 2, 2, 900, 2, 2], 20),  # the service was stopped
    ([900, 2, 2], 20),  # nobody took it at first
    ([2, 900], 20),
    ([300, 280, 320], 3000),  # slow cases are no standstill
    ([2] * 19 + [42], 40),  # nor is a single one
    ([0, 0, 0], 0),
])
def test_the_pace_is_that_of_the_time_in_which_something_ran(pauses, left):
    assert seconds_left(Pace(began=0, ends=ends(*pauses), open_cases=10, now=sum(pauses))) == left


def test_clocks_that_disagree_and_any_order_are_borne():
    assert seconds_left(Pace(began=50, ends=[40, 44, 42], open_cases=10, now=39)) == 14


def test_a_job_with_no_open_case_has_no_estimate():
    assert seconds_left(Pace(began=0, ends=[1, 2], open_cases=0, now=2)) is None


@pytest.mark.parametrize(("pauses", "open_cases", "quiet", "left"), [
    ([1, 1, 1], 1, 4.9, 1), ([1, 1, 1], 1, 5.1, None),  # the last answer was endless
    ([1, 1, 1], 500, 5.1, None),  # all that run are
    ([1, 1, 7], 500, 6.9, 1500), ([1, 1, 7], 500, 7.1, None),  # one took as long before
    ([30, 30], 1, 29, 30), ([30, 30], 1, 31, None),
    ([2] * 19 + [42], 1, 30, None),  # the estimate of 4 s is proven wrong, whatever took 42 s
])
def test_there_is_no_estimate_while_the_next_outcome_is_overdue(pauses, open_cases, quiet, left):
    """It said "about 2 s to go" for 37 s, until the last answer went over its limit."""
    assert seconds_left(Pace(began=0, ends=ends(*pauses), open_cases=open_cases, now=sum(pauses) + quiet)) == left


def test_a_restart_does_not_count(tmp_path):
    """Half an hour of standstill made "about 945 s to go" of half a minute."""
    world, now = make_world(tmp_path), time.time()
    job_id = running_job(world, "ann")
    with world.front.db.write() as connection:
        connection.execute(update(tables.jobs).where(tables.jobs.c.id == job_id).values(started_at=now - 1_840))
        [case_id] = connection.execute(select(tables.cases.c.id).where(tables.cases.c.job_id == job_id)).scalars()
        for seconds_ago in (1_830, 1_820, 1_810, 11, 1):
            connection.execute(insert(tables.outcomes).values(
                key="k", case_id=case_id, lease_id="l", accepted=True, repeatable=True, owner="o", facts=b"",
                created_at=now - seconds_ago))
    assert json.loads(show(world.front, job_id).body)["eta_seconds"] == 10
