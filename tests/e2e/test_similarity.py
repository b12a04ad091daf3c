"""Texts are scored from the archive to the report on a machine without a container engine."""

import json
import subprocess
import sys
import zipfile

import pytest

from adapters.settings import ROOT, Settings
from cli.embedded import Request, score
from cli.importers.writing import write_pack
from cli.packs import find_pack

REFERENCES = ("печать списка", "вывод суммы элементов", "сортировка по ключу")


@pytest.fixture
def scored(tmp_path, monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nobody.sock")
    records = [{"inputs": {}, "outputs": text, "meta": {"id": n}} for n, text in enumerate(REFERENCES)]
    task = {"kind": "similarity", "data": "docs.jsonl", "metrics": ["chrf", "bleu"]}
    write_pack(tmp_path / "docs", {"name": "docs", "version": "1", "tasks": {"Docs": task}}, {"docs.jsonl": records})
    settings = Settings(home=tmp_path / "home", slot_dir=tmp_path / "slots", slots=2)
    with zipfile.ZipFile(tmp_path / "answers.zip", "w") as archive:
        archive.writestr("answers.jsonl", json.dumps({"task": "Docs", "id": 0, "output": REFERENCES[0]}) + "\n"
                         + json.dumps({"task": "Docs", "id": 1, "output": "zzzz"}) + "\n")
    return score(settings, Request(tmp_path / "answers.zip", find_pack(settings, str(tmp_path / "docs"))), lambda _: None)


def test_text_needs_no_container_engine(scored):
    assert scored.job["state"] == "DONE", scored.job
    task = scored.report["content"]["tasks"]["Docs"]
    assert task["verdicts"] == {"NO_ANSWER": 1, "SCORED": 2}
    assert 0.2 < task["metrics"]["chrf"]["value"] < 0.35 and task["metrics"]["chrf"]["n"] == 3
    assert task["metrics"]["chrf"]["scale"] and task["metrics"]["bleu"]["signature"].endswith("version:2.6.0")


def test_the_gate_takes_references_and_refuses_stubs(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_HOME", str(tmp_path / "home"))
    records = [{"inputs": {}, "outputs": "int a = 1;", "meta": {"id": 1, "lang": "java"}}]
    task = {"kind": "similarity", "data": "code.jsonl", "metrics": ["codebleu"], "settings": {"language_field": "lang"}}
    write_pack(tmp_path / "code", {"name": "code", "version": "1", "tasks": {"Code": task}}, {"code.jsonl": records})
    done = subprocess.run([sys.executable, "-m", "cli", "benchmark", "check", str(tmp_path / "code"), "--json"],
                          cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)["faults"]) == (0, []), done.stderr
