"""The records of docs/pack-format.md for C++, Go, Java and JavaScript are what a benchmark's owner may copy."""

import json
import re

import yaml

from adapters.benchmarks import load_pack
from scoring.generation import Generation
from scoring.languages import LANGUAGES
from scoring.plan import plan_job
from tests.conftest import ROOT
from tests.e2e.conftest import run_cli


def documented_pack(folder):
    """A pack with a task for each language that the page has a record of."""
    page = (ROOT / "docs" / "pack-format.md").read_text("utf-8")
    section = re.search(r"\n\*\*`program-tests`\*\*.*?\n(?=\*\*`)", page, re.DOTALL)[0]
    records = [json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", section, re.DOTALL)]
    tasks = {}
    for record in records:
        language = record["meta"]["id"]
        (folder / f"{language}.jsonl").write_text(json.dumps(record))
        tasks[language] = {"kind": "program-tests", "data": f"{language}.jsonl", "settings": {"language": language}}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "documented", "version": "1", "tasks": tasks}))
    return folder


def test_there_is_a_record_of_every_language_whose_tests_run_beside_no_answer(tmp_path):
    pack = load_pack(documented_pack(tmp_path))
    assert set(pack.tasks) == set(LANGUAGES)
    answers = [Generation(name, name, 0, task.samples[0].outputs["solution"]) for name, task in pack.tasks.items()]
    planned = plan_job(pack, answers, "strict").attempts
    assert {one.task: one.case.payload["judge"] for one in planned} == dict.fromkeys(LANGUAGES, "divided")


def test_their_reference_answers_pass_and_their_stubs_fail(tmp_path, embedded_home):
    checked = json.loads(run_cli("benchmark", "check", documented_pack(tmp_path), "--json", home=embedded_home))
    assert (checked["samples"], checked["without_gold"], checked["faults"]) == (len(LANGUAGES), 0, [])
