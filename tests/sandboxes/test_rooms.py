"""Hostile and honest programs in the rooms of other languages: one folder each under cases/ROOM, in real containers."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from adapters.settings import ROOT, Settings
from cli.host.images import build_images
from scoring.verdict import PASSED
from tests.sandboxes.conftest import CASES
from workers.sandbox import selftest
from workers.sandbox.docker import DockerSandbox
from workers.sandbox.slots import Slots

ROOMS = ("cpp", "go", "node", "java-maven")
MATRIX = [(room, case) for room in ROOMS for case in selftest.load(CASES / room, room)]
NEIGHBOURS = {
    room: next(case for case in selftest.load(selftest.folder_of(room), room) if case.name == "passes") for room in ROOMS
}


@pytest.fixture(scope="module")
def rooms(sandboxes) -> Iterator:
    """`rooms(NAME)`: one sandbox for all cases of a room, opened when the first one asks."""
    opened: dict[str, DockerSandbox] = {}
    settings = Settings()
    slot = Slots(settings.slot_dir, settings.slots).acquire(timeout=300)
    assert slot is not None, "no slot of this host became free"

    def room(name: str) -> DockerSandbox:
        for other in [one for one in opened if one != name]:
            opened.pop(other).close()
        if name not in opened:
            build_images([f"sandbox-{name}"], print)
            cases = [case for of, case in MATRIX if of == name]
            limits = selftest.largest_limits(cases)
            opened[name] = sandboxes.open(name, slot.number, {"assay.lease": "room-test"}, limits)
        return opened[name]

    with slot:
        yield room
        for sandbox in opened.values():
            sandbox.close()


@pytest.mark.parametrize(("name", "case"), MATRIX, ids=[f"{room}-{case.name}" for room, case in MATRIX])
def test_a_case_gets_its_verdict_and_leaves_its_neighbour_alone(rooms, name, case):
    room, neighbour = rooms(name), NEIGHBOURS[name]
    container = room.container_id
    outcome = room.run(case.case)
    assert case.judge(outcome) == case.verdict, outcome
    after = room.run(neighbour.case)
    assert neighbour.judge(after) == PASSED, after
    assert room.container_id == container, "the program left something that took a new container to get rid of"


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_passes_its_own_self_test(sandboxes, name):
    build_images([f"sandbox-{name}"], print)
    sandboxes.check(name)


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_has_cases_of_every_sort(name):
    names = {case.name.partition("-")[0] for room, case in MATRIX if room == name}
    assert {"attack", "escape", "forged", "honest"} <= names


@pytest.mark.parametrize("path", ["cpp/language.py", "java-maven/language.py"])
def test_the_examples_of_a_builder_hold(path):
    """Builders run inside of their images only; what is pure in them needs none."""
    room = ROOT / "sandboxes"
    done = subprocess.run([sys.executable, "-m", "doctest", str(room / path)], capture_output=True, text=True,
                          env={"PYTHONPATH": str(room / "programs")}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
