"""A job that waits for others says so."""

import pytest

from adapters.settings import Settings
from cli.waiting import AGAIN_SECONDS, PATIENCE_SECONDS, SlotWatch
from workers.sandbox.slots import Slots


@pytest.fixture
def watched(tmp_path):
    """The watch of a host with one slot, what it said, and a function that looks at a given second."""
    settings, said, now = Settings(home=tmp_path, slot_dir=tmp_path / "slots", slots=1), [], [0.0]
    watch = SlotWatch(settings, said.append, clock=lambda: now[0])

    def look(second: float, *, running: bool = False) -> int:
        now[0] = second
        watch.look(lambda: running)
        return len(said)

    return settings, said, look


def test_a_job_that_finds_every_slot_taken_says_so_and_again_after_a_minute(watched):
    settings, said, look = watched
    with Slots(settings.slot_dir, 1).acquire(0):
        assert [look(PATIENCE_SECONDS - 1), look(PATIENCE_SECONDS), look(PATIENCE_SECONDS + 1)] == [0, 1, 1]
        assert look(PATIENCE_SECONDS + AGAIN_SECONDS) == 2
    assert "others hold all 1 of this host" in said[0] and str(settings.slot_dir) in said[0]


def test_a_job_that_runs_or_could_run_says_nothing(watched):
    settings, _, look = watched
    with Slots(settings.slot_dir, 1).acquire(0):
        assert [look(second, running=True) for second in (20, 40, 60)] == [0, 0, 0]
    assert look(80) == 0
    assert Slots(settings.slot_dir, 1).acquire(0), "the watch keeps no slot"
