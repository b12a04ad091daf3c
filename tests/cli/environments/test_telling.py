"""Silence of minutes looks like a hang: a build says what takes long."""

import pytest

from cli.environments.telling import RUNS_EVERY_SECONDS, SILENCE_SECONDS, Telling


@pytest.fixture
def told():
    """What is told, what was said so far, and a function that sets the clock."""
    said, now = [], [0.0]

    def at(second: float) -> None:
        now[0] = second
    return Telling(said.append, clock=lambda: now[0]), said, at


def test_a_step_that_takes_long_is_told_again_with_its_time(told):
    telling, said, at = told
    telling.step("building\nwith a log")
    for second in (SILENCE_SECONDS, SILENCE_SECONDS + 1, SILENCE_SECONDS + 2):
        at(second)
        telling.tick()
    assert said == ["building\nwith a log", f"building: {SILENCE_SECONDS + 1:.0f} s"]


def test_runs_of_the_tests_are_told_now_and_then(told):
    telling, said, at = told
    telling.step("baseline, 5 times")
    telling.ran()
    at(RUNS_EVERY_SECONDS + 1)
    telling.ran()
    at(RUNS_EVERY_SECONDS + SILENCE_SECONDS + 2)
    telling.tick()
    assert said[1:] == ["2 runs of the tests so far", "baseline, 5 times: 42 s, 2 runs of the tests so far"]


def test_nothing_is_said_before_the_first_step(told):
    telling, said, at = told
    at(SILENCE_SECONDS + 1)
    telling.tick()
    assert said == []
