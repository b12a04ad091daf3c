import contextlib
import os
import subprocess
import sys
import threading
import time

import pytest

from adapters.settings import ROOT
from scoring.errors import HostLacks
from workers.sandbox.slots import Slots

HOLDER = """
import sys, time
from pathlib import Path
from workers.sandbox.slots import Slots
slot = Slots(Path(sys.argv[1]), 1).acquire(0)
print(slot.number, flush=True)
time.sleep(60)
"""


def test_each_slot_is_held_once(tmp_path):
    slots = Slots(tmp_path / "slots", 2)
    held = [slots.acquire(0), slots.acquire(0), slots.acquire(0)]
    assert [slot and slot.number for slot in held] == [0, 1, None]


def test_a_released_slot_can_be_had_again(tmp_path):
    slots = Slots(tmp_path, 1)
    with slots.acquire(0) as slot:
        assert slots.acquire(0) is None
    assert slots.acquire(0).number == slot.number


def test_waiting_ends_at_the_timeout(tmp_path):
    slots = Slots(tmp_path, 1)
    with slots.acquire(0):
        began = time.monotonic()
        assert slots.acquire(0.3) is None
    assert 0.3 <= time.monotonic() - began < 5


def test_self_tests_have_a_slot_of_their_own(tmp_path):
    slots = Slots(tmp_path, 1)
    with slots.acquire(0), slots.acquire_selftest(0) as slot:
        assert slot.number == -1
        assert slots.acquire_selftest(0) is None


def test_a_killed_process_gives_its_slot_back(tmp_path):
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"0\n"
    assert Slots(tmp_path, 1).acquire(0) is None
    holder.kill()
    holder.wait()
    assert Slots(tmp_path, 1).acquire(5).number == 0


def test_workers_of_several_users_share_the_folder_whatever_the_umask(tmp_path):
    before = os.umask(0o077)
    try:
        with Slots(tmp_path / "slots", 1).acquire(0):
            assert (tmp_path / "slots").stat().st_mode & 0o7777 == 0o1777
            assert (tmp_path / "slots" / "slot0.lock").stat().st_mode & 0o777 == 0o666
    finally:
        os.umask(before)


def test_a_folder_that_is_reached_by_a_link_is_opened_to_nobody(tmp_path):
    """Another user's link in place of the slot folder had root open any folder of the host to all."""
    (tmp_path / "private").mkdir(mode=0o700)
    (tmp_path / "slots").symlink_to(tmp_path / "private")
    with Slots(tmp_path / "slots", 1).acquire(0):
        assert (tmp_path / "private").stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives links away")
def test_another_users_link_is_no_slot_folder(tmp_path):
    (tmp_path / "slots").symlink_to(tmp_path)
    os.chown(tmp_path / "slots", 65534, 65534, follow_symlinks=False)
    with pytest.raises(HostLacks, match="link"):
        Slots(tmp_path / "slots", 1).acquire(0)
    assert os.listdir(tmp_path) == ["slots"]


def test_a_lock_exchanged_for_a_link_opens_nothing_to_all(tmp_path):
    """Whoever owns the folder could have root open any file of the host to all."""
    private, lock = tmp_path / "private", tmp_path / "slots" / "slot0.lock"
    private.touch(mode=0o600)
    lock.parent.mkdir()
    over = threading.Event()

    def exchange():
        while not over.is_set():
            with contextlib.suppress(OSError):
                lock.unlink()
                lock.symlink_to(private)
                lock.unlink()

    exchanger = threading.Thread(target=exchange)
    exchanger.start()
    deadline = time.monotonic() + 1
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), Slots(lock.parent, 1).acquire(0):
            continue
    over.set()
    exchanger.join()
    assert private.stat().st_mode & 0o777 == 0o600
