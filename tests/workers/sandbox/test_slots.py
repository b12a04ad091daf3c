import subprocess
import sys
import time

from adapters.settings import ROOT
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
