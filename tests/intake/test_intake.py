"""Every archive of this folder, read in a process of its own whose time and memory count."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.intake.archives import build, load_expected, names

ROOT = Path(__file__).resolve().parent.parent.parent
EXPECTED = load_expected()
SECONDS = 5  # of CPU time: a busy machine makes no archive bad
PEAK_MB = 300


@pytest.fixture
def read(tmp_path):
    def run(name: str) -> dict[str, Any]:
        archive = build(name, tmp_path)
        command = [sys.executable, "-m", "tests.intake.read_one", str(archive)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        archive.unlink()
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
    return run


def test_every_archive_has_its_expectation():
    assert sorted(EXPECTED) == sorted(names())


def test_there_are_over_forty_archives_that_are_refused():
    assert sum("scored" not in expected for expected in EXPECTED.values()) > 40


@pytest.mark.parametrize("name", names())
def test_an_archive_comes_to_what_is_expected_at_small_cost(name, read):
    result = read(name)
    assert result["cpu_seconds"] < SECONDS
    assert result["peak_kib"] * 1024 < PEAK_MB * 1_000_000
    assert_as_expected(result, EXPECTED[name])


def assert_as_expected(result: dict[str, Any], expected: dict[str, Any]) -> None:
    for key in ("container", "status", "scored"):
        assert result.get(key) == expected.get(key), result
    if "container" in expected:
        assert result["mend"]
    elif "codes" in expected:
        assert sorted({problem["code"] for problem in result["problems"]}) == expected["codes"]
        assert len(result["problems"]) == expected["listed"]
    else:
        assert_same_problems(result["problems"], expected.get("problems", []))


def assert_same_problems(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    brief = [(one["severity"], one["code"], one["file"], one["row"]) for one in found]
    assert brief == [(one.get("severity", "error"), one["code"], one["file"], one.get("row")) for one in expected]
    for one, wanted in zip(found, expected, strict=True):
        assert one["mend"] and one["sample"] == wanted.get("sample", one["sample"])
        assert wanted.get("words", "") in one["message"]
