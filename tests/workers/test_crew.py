"""Worker processes of the embedded mode that die in the middle."""

import os
import signal
import time

import pytest

from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import Settings
from scoring.errors import OurFault
from tests.conftest import eventually
from workers import embedded
from workers.embedded import Crew


@pytest.fixture
def settings(tmp_path) -> Settings:
    made = Settings(home=tmp_path, slot_dir=tmp_path / "slots", slots=1)
    migrate(Database(made.resolved_database_url()))
    return made


def kill(crew: Crew) -> int:
    """Ends the crew's first member without a word; its process id."""
    member, _ = crew._members[0]
    os.kill(member.pid, signal.SIGKILL)
    member.join()
    return member.pid


def test_a_member_that_dies_is_replaced_and_the_crew_still_ends_soon(settings):
    """An event shared by all members once kept the parent waiting for ever after a `kill -9` of an idle one."""
    with Crew(settings, ["text"], 2) as crew:
        time.sleep(1.5)  # idle members
        killed = kill(crew)
        crew.tend()
        assert crew._members[0][0].pid != killed
        began = time.monotonic()
    assert time.monotonic() - began < 20


def test_members_that_keep_dying_are_our_fault_and_loud(settings):
    with Crew(settings, ["text"], 1) as crew, pytest.raises(OurFault):
        for _ in range(embedded.MOST_REPLACED + 1):
            kill(crew)
            crew.tend()


def test_a_member_ends_when_its_parent_is_gone(settings):
    crew = Crew(settings, ["text"], 1)
    with crew:
        member, line = crew._members[0]
        line.close()  # what the kernel does when the parent dies
        eventually(lambda: not member.is_alive(), seconds=30)


def test_a_crew_that_is_told_to_stop_ends_and_replaces_nobody(settings):
    """Batches began after Ctrl-C, while the server still said its farewells."""
    with Crew(settings, ["text"], 2) as crew:
        crew.stop()
        members = [member for member, _ in crew._members]
        eventually(lambda: not any(member.is_alive() for member in members), seconds=30)
        crew.tend()
        assert [member for member, _ in crew._members] == members
