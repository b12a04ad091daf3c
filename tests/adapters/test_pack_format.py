"""The worked example of docs/pack-format.md is a pack, and its tables name every key there is."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack
from adapters.benchmarks.manifest import LimitsPart, Manifest, TaskPart
from scoring.benchmark import Limits
from scoring.generation import Generation
from scoring.plan import plan_job
from scoring.tasks import KINDS

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "pack-format.md").read_text("utf-8")
MANIFEST, FUNCTION, QUESTIONS, ANSWERS = (
    re.search(rf"{heading}.*?\n```(?:yaml|json)\n(.*?)\n```\n", DOCUMENT, re.DOTALL)[1]
    for heading in ("`benchmark.yaml`:", "`functions.jsonl`, ", "`questions.json`, ", "member `answers.jsonl`:")
)


@pytest.fixture
def tiny(tmp_path):
    (tmp_path / "benchmark.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "functions.jsonl").write_text(json.dumps(json.loads(FUNCTION)), "utf-8")
    (tmp_path / "questions.json").write_text(QUESTIONS, "utf-8")
    return load_pack(tmp_path)


def test_the_worked_example_is_a_sound_pack(tiny):
    assert {name: (task.kind, task.access, task.attempts) for name, task in tiny.tasks.items()} == {
        "Functions": ("python-tests", "public", 3), "Questions": ("exact-match", "private", 1),
    }


def test_its_submission_answers_it(tiny):
    rows = [json.loads(line) for line in ANSWERS.splitlines()]
    generations = [Generation(row["task"], str(row["id"]), row.get("attempt", 0), row["output"]) for row in rows]
    attempts = plan_job(tiny, generations, "strict").attempts
    assert attempts[0].case.program.endswith("def double(x):\n    return x + x\n")
    assert [one.verdict.name for one in attempts[1:]] == ["NO_ANSWER", "NO_ANSWER", "PASSED"]


@pytest.mark.parametrize("part", [Manifest, TaskPart, LimitsPart])
def test_every_key_is_documented(part):
    assert [name for name in part.model_fields if f"`{name}`" not in DOCUMENT] == []


def test_every_kind_is_documented():
    assert [name for name in KINDS if f"**`{name}`**" not in DOCUMENT] == []


def test_the_documented_limits_are_the_defaults():
    for field in fields(Limits):
        assert re.search(rf"\| `{field.name}` \|[^|]*\| {field.default:g} \|", DOCUMENT), field.name
