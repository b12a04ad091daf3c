"""The worked example of docs/pack-format.md is a pack, and its tables name every key there is."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack
from adapters.benchmarks.manifest import LimitsPart, Manifest, TaskPart
from scoring.benchmark import Limits
from scoring.bundle import read_bundle
from scoring.bundle.facts import NUMBERS, TEXTS
from scoring.plan import plan_job
from scoring.tasks import KINDS
from tests.intake.benchmark import Text

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "pack-format.md").read_text("utf-8")
MANIFEST, FUNCTION, QUESTIONS, ANSWERS, ROWS = (
    re.search(rf"{heading}.*?\n```(?:yaml|json)\n(.*?)\n```\n", DOCUMENT, re.DOTALL)[1]
    for heading in ("`benchmark.yaml`:", "`functions.jsonl`, ", "`questions.json`, ", "member `answers.jsonl`:",
                    "`TASK.json`")
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
    bundle = read_bundle([Text("answers.jsonl", ANSWERS.encode())], tiny)
    assert not bundle.has_errors
    attempts = plan_job(tiny, bundle.generations, "strict").attempts
    assert attempts[0].case.program.endswith("def double(x):\n    return x + x\n")
    assert [one.verdict.name for one in attempts[1:]] == ["NO_ANSWER", "NO_ANSWER", "PASSED"]


def test_the_other_form_of_a_submission_answers_it_too(tiny):
    bundle = read_bundle([Text("questions.json", ROWS.encode())], tiny)
    assert not bundle.has_errors
    assert [(one.task, one.sample_id, one.output) for one in bundle.generations] == [("Questions", "1", "42")]


def test_every_field_of_an_answer_is_documented():
    assert [name for name in ("task", "id", "attempt", "output", *TEXTS, *NUMBERS) if f"`{name}`" not in DOCUMENT] == []


@pytest.mark.parametrize("part", [Manifest, TaskPart, LimitsPart])
def test_every_key_is_documented(part):
    assert [name for name in part.model_fields if f"`{name}`" not in DOCUMENT] == []


def test_every_kind_is_documented():
    assert [name for name in KINDS if f"**`{name}`**" not in DOCUMENT] == []


def test_the_documented_limits_are_the_defaults():
    for field in fields(Limits):
        assert re.search(rf"\| `{field.name}` \|[^|]*\| {field.default:g} \|", DOCUMENT), field.name
