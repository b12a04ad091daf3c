"""Hostile and honest programs in the rooms of other languages: one folder each under cases/ROOM, in real containers."""

import subprocess
import sys
from dataclasses import replace

import pytest

from adapters.settings import ROOT, Settings
from cli.host.images import build_images
from scoring.tasks import judging
from scoring.verdict import PASSED
from tests.sandboxes.rooms import MATRIX, ROOMS
from workers.sandbox import selftest
from workers.sandbox.docker import DockerSandboxes

NEIGHBOURS = {
    room: next(case for case in selftest.load(selftest.folder_of(room), room) if case.name == "passes") for room in ROOMS
}


@pytest.mark.parametrize(("name", "way", "case"), MATRIX, ids=[f"{room}-{way}-{case.name}" for room, way, case in MATRIX])
def test_a_case_gets_its_verdict_and_leaves_its_neighbour_alone(rooms, name, way, case):
    room, neighbour = rooms.room(name), NEIGHBOURS[name]
    container = room.container_id
    outcome = room.run(case.case)
    assert case.judge(outcome) == case.verdict, outcome
    assert outcome.report is None or outcome.is_weak == (way == judging.INSIDE), outcome
    after = room.run(neighbour.case)
    assert neighbour.judge(after) == PASSED, after
    assert room.container_id == container, "the program left something that took a new container to get rid of"


@pytest.mark.parametrize("name", ROOMS)
def test_every_case_ends_alike_in_a_container_of_its_own(rooms, tmp_path, name):
    """The strict tier."""
    rooms.close()
    build_images([f"sandbox-{name}"], print)
    cases = [case for of, way, case in MATRIX if of == name and way == judging.DIVIDED]
    fresh = DockerSandboxes(Settings(home=tmp_path, sandbox="fresh"))
    with fresh.open(name, rooms.slot, {"assay.lease": "room-test"}, selftest.largest_limits(cases)) as room:
        assert selftest.faults(cases, room) == []


@pytest.mark.parametrize("name", ROOMS)
def test_a_pass_beside_its_tests_is_marked_as_the_weaker_guarantee(rooms, name):
    """The program shares a process with its tests: one that speaks the harness' language could report for it."""
    case = NEIGHBOURS[name].case
    outcome = rooms.room(name).run(replace(case, payload={**case.payload, "judge": judging.INSIDE}))
    assert outcome.report == {"phase": "done", "error": None, "guarantee": "weak"} and outcome.is_weak


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_passes_its_own_self_test(sandboxes, name):
    build_images([f"sandbox-{name}"], print)
    sandboxes.check(name)


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_has_cases_of_every_sort(name):
    names = {case.name.partition("-")[0] for room, _, case in MATRIX if room == name}
    assert {"attack", "escape", "forged", "honest"} <= names


@pytest.mark.parametrize("path", ["cpp/language.py", "go/language.py", "java-maven/language.py", "java-maven/calls.py",
                                  "programs/frames.py"])
def test_the_examples_in_a_rooms_code_hold(path):
    """It runs inside of its image only; what is pure in it needs none."""
    room = ROOT / "sandboxes"
    done = subprocess.run([sys.executable, "-m", "doctest", str(room / path)], capture_output=True, text=True,
                          env={"PYTHONPATH": str(room / "programs")}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
