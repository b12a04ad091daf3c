"""Small repositories with hostile and honest answers, one folder each under cases/repo-python, in real containers."""

import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.verdict import PASSED
from tests.sandboxes.conftest import CASES
from workers.sandbox import selftest
from workers.sandbox.contract import Sandbox

FOLDER = CASES / "repo-python"
ROOM_CASES = selftest.load(FOLDER, "repo-python")
DESCRIBED = {case.name: tomllib.loads((FOLDER / case.name / "case.toml").read_text("utf-8")) for case in ROOM_CASES}
CHEATS = [case for case in ROOM_CASES if "naive" in DESCRIBED[case.name]]


@pytest.fixture(scope="module")
def room(sandboxes, slot) -> Iterator[Sandbox]:
    build_images(["sandbox-repo-python"], print)
    with sandboxes.open("repo-python", slot, {"assay.lease": "room-test"}, Limits()) as sandbox:
        yield sandbox


@pytest.mark.parametrize("case", ROOM_CASES, ids=lambda case: case.name)
def test_a_case_gets_its_verdict(room, case):
    outcome = room.run(case.case)
    assert case.judge(outcome) == case.verdict, outcome
    flags = (outcome.report or {}).get("flags", [])
    assert bool(flags) == DESCRIBED[case.name].get("flagged", False), outcome.report


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_a_cheat_that_the_published_rule_would_pass_is_flagged(room, case):
    """The published rule reads pytest's own outcomes, so what they say stays in the report, beside the flags."""
    report = room.run(case.case).report or {"tests": {"passed": []}, "flags": []}
    would_pass = set(case.case.payload["required"]) <= set(report["tests"]["passed"])
    assert report["flags"] or not would_pass


def passes_naively(way: str, case: selftest.RoomCase, folder) -> bool:
    """As many score: pytest's exit status, the lines of its log, or a report file in the repository's folder."""
    payload = case.case.payload
    for name, text in {**payload["files"], payload["target"]: case.case.program}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "--junitxml=report.xml", "tests"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60,
                          env={"PYTHONPATH": ".", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    if way == "log":
        return all(f"PASSED {name}\n" in done.stdout for name in payload["required"])
    if way == "file":
        return 'failures="0" errors="0"' in (folder / "report.xml").read_text("utf-8")
    return done.returncode == 0


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_a_cheat_passes_where_scoring_is_naive(case, tmp_path):
    assert passes_naively(DESCRIBED[case.name]["naive"], case, tmp_path)
    assert case.verdict != PASSED


def test_the_room_passes_its_own_self_test(sandboxes):
    build_images(["sandbox-repo-python"], print)
    sandboxes.check("repo-python")


def test_there_is_a_fair_number_of_cheats():
    assert len(CHEATS) >= 20
