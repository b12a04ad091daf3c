"""Answers that other systems scored wrong, run for real: chat replies, and names that must not leak between samples."""

import json
import zipfile
from pathlib import Path

import pytest
import yaml


def write_pack(folder: Path, problem: dict, samples: int) -> Path:
    """A pack whose samples all ask for the same function, so that each answer is a sample of its own."""
    folder.mkdir()
    tests = f"{problem['test']}\ncheck({problem['entry_point']})\n"
    record = {"inputs": {"prompt": problem["prompt"], "entry_point": problem["entry_point"], "tests": tests}}
    lines = [json.dumps({**record, "meta": {"id": n}}) + "\n" for n in range(samples)]
    (folder / "data.jsonl").write_text("".join(lines), encoding="utf-8")
    task = {"kind": "python-tests", "data": "data.jsonl", "limits": {"cpu_seconds": 2}}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": folder.name, "version": "1", "tasks": {"T": task}}))
    return folder


def write_answers(path: Path, outputs: list[str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        lines = [json.dumps({"task": "T", "id": n, "output": output}) + "\n" for n, output in enumerate(outputs)]
        archive.writestr("answers.jsonl", "".join(lines))
    return path


@pytest.fixture
def bug(shared):
    cases = {case["id"]: case for case in json.loads((shared / "cases" / "scorer-bugs" / "cases.json").read_text())}
    return cases.__getitem__


def passes(score, tmp_path: Path, problem: dict, outputs: list[str]) -> list[bool]:
    pack = write_pack(tmp_path / "pack", problem, len(outputs))
    report = score(write_answers(tmp_path / "answers.zip", outputs), pack, "--no-cache")
    found = report["content"]["tasks"]["T"]["passed_per_sample"]
    return [found[str(n)] == 1 for n in range(len(outputs))]


def test_a_chat_reply_passes_in_every_usual_dress(bug, score, tmp_path):
    """B04. Where the case leaves it to policy, ours is: the last block that defines the entry point counts."""
    case = bug("B04")["input"]
    assert passes(score, tmp_path, case["problem"], case["responses"]) == [True, True, True, False, True, True]


def test_names_never_leak_from_one_sample_to_the_next(bug, score, tmp_path):
    """B28: results published as solved leaned on an import that an earlier sample had left behind."""
    case = bug("B28")["input"]
    outputs = [case["first_sample"], case["second_sample"]]
    assert passes(score, tmp_path, case["problem"], outputs) == [True, False]
