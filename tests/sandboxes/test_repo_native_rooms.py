"""Small repositories of Go and C with hostile and honest answers, one folder each under cases, in real containers."""

import io
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator

import pytest

from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.verdict import PASSED
from tests.sandboxes.rooms import CASES
from workers.sandbox import selftest
from workers.sandbox.contract import Sandbox

ROOMS = ("repo-go", "repo-cpp")
NAIVE = {
    "repo-go": "go test -vet=off -v ./...",
    "repo-cpp": "cmake -S . -B build -G Ninja && cmake --build build && cd build && ctest",
}


def described(room: str, case: selftest.RoomCase) -> dict:
    return tomllib.loads((CASES / room / case.name / "case.toml").read_text("utf-8"))


ALL = [pytest.param(room, case, id=f"{room}-{case.name}") for room in ROOMS for case in selftest.load(CASES / room, room)]
CHEATS = [one for one in ALL if "naive" in described(*one.values)]


@pytest.fixture(scope="module")
def rooms(sandboxes, slot) -> Iterator[dict[str, Sandbox]]:
    build_images([f"sandbox-{room}" for room in ROOMS], print)
    lease = {"assay.lease": "room-test"}
    with sandboxes.open("repo-go", slot, lease, Limits()) as go, sandboxes.open("repo-cpp", slot, lease, Limits()) as cpp:
        yield {"repo-go": go, "repo-cpp": cpp}


@pytest.mark.parametrize(("room", "case"), ALL)
def test_a_case_gets_its_verdict(rooms, room, case):
    outcome = rooms[room].run(case.case)
    assert case.judge(outcome) == case.verdict, outcome
    flags = (outcome.report or {}).get("flags", [])
    assert bool(flags) == described(room, case).get("flagged", False), outcome.report
    assert outcome.report is None or outcome.is_weak


def test_a_crash_of_a_c_program_is_told_in_its_log(rooms):
    crash = next(case for case in selftest.load(CASES / "repo-cpp", "repo-cpp") if case.name == "crash")
    outcome = rooms["repo-cpp"].run(crash.case)
    failed = outcome.report["tests"]["failed"][0]
    assert f"{failed}: ended by SIG" in outcome.stderr


def passes_naively(room: str, way: str, case: selftest.RoomCase) -> bool:
    """As many score: the tool's exit status, or the lines of its log."""
    payload = case.case.payload
    files = {**payload["files"], payload["target"]: case.case.program}
    image = build_images([f"sandbox-{room}"], print)[f"sandbox-{room}"]
    command = ["docker", "run", "--rm", "--interactive", "--network", "none", "--workdir", "/repo", "--env", "CGO_ENABLED=0",
               "--env", "GOCACHE=/opt/work/go-cache", "--entrypoint", "sh", image, "-c", f"tar -x && {NAIVE[room]}"]
    done = subprocess.run(command, input=tar_of(files), capture_output=True, timeout=300, check=False)
    if way == "log":
        return all(f"--- PASS: {name}".encode() in done.stdout for name in ("TestAdd", "TestTable", "TestAside"))
    return done.returncode == 0


def tar_of(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return buffer.getvalue()


@pytest.mark.parametrize(("room", "case"), CHEATS)
def test_a_cheat_passes_where_scoring_is_naive(room, case):
    assert passes_naively(room, described(room, case)["naive"], case)
    assert case.verdict != PASSED


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_passes_its_own_self_test(sandboxes, room):
    build_images([f"sandbox-{room}"], print)
    sandboxes.check(room)
