"""Each cheat does cheat: a runner as many write it, one process and its exit status, takes it for a pass.

A case says so with `passes_naively = true`; the same cases must get another verdict in the room (test_python_room.py,
test_rooms.py). Languages other than Python are built and run in the images of their rooms (naive_rooms.py).
"""

import json
import subprocess
import sys
import tomllib

import pytest

from adapters.settings import ROOT
from cli.host.images import build_images
from scoring.verdict import PASSED
from tests.sandboxes.rooms import CASES
from workers.sandbox import selftest

NAIVE_ROOMS = (ROOT / "tests" / "sandboxes" / "naive_rooms.py").read_text("utf-8")


def cheats_of(room: str) -> dict[str, dict]:
    return {
        path.parent.name: described
        for path in sorted((CASES / room).glob("*/case.toml"))
        if (described := tomllib.loads(path.read_text("utf-8"))).get("passes_naively")
    }


CHEATS = cheats_of("python")


def passes_naively(program: str, tests: str, folder) -> bool:
    """Success is exit status 0, or a last line that says so."""
    done = subprocess.run([sys.executable, "-c", f"{program}\n{tests}"], cwd=folder, capture_output=True, text=True, timeout=20)
    return done.returncode == 0 or done.stdout.rstrip().endswith("PASSED")


def test_there_is_a_fair_number_of_cheats():
    assert len(CHEATS) >= 20


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_passes_in_a_naive_runner_and_not_here(name, tmp_path):
    program = (CASES / "python" / name / "program.py").read_text("utf-8")
    assert passes_naively(program, CHEATS[name]["tests"], tmp_path)
    assert CHEATS[name]["verdict"] != PASSED


@pytest.mark.parametrize(("room", "at_least"), [("cpp", 14), ("go", 7), ("node", 15), ("java-maven", 12)])
def test_cheats_in_other_languages_pass_in_a_naive_runner_and_not_here(room, at_least):
    wanted = cheats_of(room)
    cheats = [case for case in selftest.load(CASES / room, room) if case.name in wanted]
    assert len(cheats) >= at_least and all(case.verdict != PASSED for case in cheats)
    passed = run_naively(room, cheats)
    assert [name for name in wanted if not passed[name]] == []


def run_naively(room: str, cheats: list[selftest.RoomCase]) -> dict[str, bool]:
    image = build_images([f"sandbox-{room}"], print)[f"sandbox-{room}"]
    command = ["docker", "run", "--rm", "--interactive", "--network", "none", "--read-only", "--user", "65534:65534",
               "--tmpfs", "/tmp:rw,exec,mode=1777", "--memory", "2g", "--pids-limit", "256", "--entrypoint", "python3"]
    feed = json.dumps([[case.name, case.case.program, case.case.payload["setup"], case.case.payload["tests"]]
                       for case in cheats])
    done = subprocess.run([*command, image, "-c", NAIVE_ROOMS, room], input=feed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
