"""`benchmark check`: gold must pass and stubs must fail, in real sandboxes, before a pack goes live."""

import json
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.e2e.conftest import run_cli

RIGHT, WRONG = "    return x + 1\n", "    return x\n"


def record(number: int, solution: str | None, tests: str = "assert f(1) == 2\n") -> dict:
    outputs = {} if solution is None else {"solution": solution}
    return {"inputs": {"prompt": "def f(x):\n", "tests": tests, "entry_point": "f"}, "outputs": outputs, "meta": {"id": number}}


@pytest.fixture
def pack(tmp_path) -> Path:
    """A sound sample, one whose gold is wrong, one whose tests accept everything, one without gold."""
    folder = tmp_path / "pack"
    folder.mkdir()
    records = [record(1, RIGHT), record(2, WRONG), record(3, RIGHT, "f(1)\n"), record(4, None)]
    (folder / "data.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    task = {"kind": "python-tests", "data": "data.jsonl", "attempts": 2, "metrics": ["pass@2"], "limits": {"cpu_seconds": 2}}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "gate", "version": "1", "tasks": {"T": task}}))
    return folder


def test_gold_that_fails_and_stubs_that_pass_are_named(pack, embedded_home):
    checked = json.loads(run_cli("benchmark", "check", pack, "--json", home=embedded_home, expect=1))
    assert [(fault["gate"], fault["sample"], fault["verdict"]) for fault in checked["faults"]] == [
        ("gold", "2", "WRONG_ANSWER"), ("stub", "3", "PASSED")]
    assert checked["faults"][1]["reason"] == "the tests accept a stub"
    assert (checked["samples"], checked["without_gold"], checked["samples_without_gold"]) == (4, 1, {"T": ["4"]})


def test_a_gold_that_fails_shows_its_owner_the_log_of_a_private_task_too(pack, embedded_home):
    """A newcomer read "gold fails" and had to guess why."""
    records = [record(1, "    return y\n"), record(2, "    return (\n")]
    (pack / "data.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    manifest = yaml.safe_load((pack / "benchmark.yaml").read_text())
    manifest["tasks"]["T"]["access"] = "private"
    (pack / "benchmark.yaml").write_text(yaml.safe_dump(manifest))
    said = run_cli("benchmark", "check", pack, home=embedded_home, expect=1)
    assert "gold: T 1: RUNTIME_ERROR NameError\n    | NameError: name 'y' is not defined (line 2)" in said
    assert "gold: T 2: COMPILE_ERROR SyntaxError\n    | '(' was never closed" in said


def test_a_pack_that_was_checked_is_still_scored_with_all_its_attempts(pack, embedded_home, score, tmp_path):
    run_cli("benchmark", "check", pack, home=embedded_home, expect=1)
    with zipfile.ZipFile(tmp_path / "answers.zip", "w") as archive:
        rows = [{"task": "T", "id": 1, "attempt": attempt, "output": code} for attempt, code in enumerate((WRONG, RIGHT))]
        archive.writestr("answers.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    task = score(tmp_path / "answers.zip", pack)["content"]["tasks"]["T"]
    assert (task["attempts"], task["passed_per_sample"]["1"]) == (2, 1)
    assert task["metrics"]["pass@2"]["value"] == 0.25
