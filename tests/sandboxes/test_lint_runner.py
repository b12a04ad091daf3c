"""Linters in the real room: the reference's rows one by one and all at once, and what strict adds."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.settings import ROOT
from scoring import together
from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract import mera_functions
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks import lint
from scoring.verdict import NO_ANSWER, PASSED, TIME_LIMIT, WRONG_ANSWER
from tests.sandboxes.test_mera_runner import LIMITS
from tests.scoring.vectors.reading import rows

ORIGINAL = "import os\ndef add(a,b):\n  return a+b\nclass Box: pass\n"
MENDED = "def add(a, b):\n    return a + b\n\n\nclass Box:\n    pass\n"
MEASURES = ("cpu_ms", "wall_ms", "peak_kib")
SETTINGS = {"linter": "flake8", "version": "7.3.0"}
SAMPLE = Sample("1", inputs={"code": ORIGINAL}, meta={"id": 1, "canonical_code": MENDED})
TASK = Task("CodeLinterEval", "lint", (SAMPLE,), runtime="python", limits=LIMITS, settings=SETTINGS)


@pytest.fixture(scope="module")
def references(shared) -> list[dict]:
    return rows(shared, "lint_codelintereval_format") + rows(shared, "lint_codelintereval_rules")


def test_every_row_has_its_codes_when_all_are_linted_at_once(mera_room, references):
    texts = [mera_functions.extract(row["text"]) for row in references]
    case = Case("python", "lint", "", {"linter": "flake8", "noqa": True, "files": texts, "count": len(texts)}, LIMITS)
    outcome = mera_room.run(case)
    found = [json.loads(result["str"])["findings"] for result in outcome.report["results"]]
    assert {row["id"]: (text, given) for row, text, given in zip(references, texts, found, strict=True)} == {
        row["id"]: (row["extracted"], row["codes_7_3_0"]) for row in references}


def judged(room, reply: str, profile: str, task: Task = TASK):
    step = lint.plan(task, SAMPLE, Generation(task.name, "1", 0, output=reply), profile)
    return lint.judge(task, SAMPLE, room.run(step), profile) if isinstance(step, Case) else step


def test_a_few_rows_pass_or_fail_alone_as_well(mera_room, references):
    some = references[::12]
    given = {row["id"]: judged(mera_room, row["text"], "mera-1").passed for row in some}
    assert given == {row["id"]: bool(row["expected_pass"]) for row in some}


@pytest.mark.parametrize(("reply", "published", "strict"), [
    (MENDED, PASSED, PASSED),
    (f"```py\n{MENDED}```", WRONG_ANSWER, PASSED),
    ("", PASSED, NO_ANSWER),
    ("# нет\n", PASSED, WRONG_ANSWER),
    ("def add(a, b):\n    return a + b\n", PASSED, WRONG_ANSWER),
    (f"# flake8: noqa\nimport os\n{MENDED}", PASSED, WRONG_ANSWER),
    (MENDED.replace("a + b", "a+b"), PASSED, PASSED),
    (MENDED.replace("a, b", "a,b"), WRONG_ANSWER, WRONG_ANSWER),
    ("def add(:\n", WRONG_ANSWER, WRONG_ANSWER),
    (f"{MENDED}\n\nBIG = 0x{'f' * 6_000}  # noqa\n", PASSED, WRONG_ANSWER),  # a number that Python will not write out
])
def test_strict_asks_for_a_program_that_lost_nothing_and_hides_nothing(mera_room, reply, published, strict):
    given = judged(mera_room, reply, "mera-1").name, judged(mera_room, reply, "strict").name
    assert given == (published, strict)


def test_how_far_the_tree_moved_is_told_and_decides_nothing(mera_room):
    near, far = MENDED, MENDED.replace("return a + b", "return sum([a, b, len(str(a)), 3, 4])")
    verdicts = [judged(mera_room, code, "strict") for code in (near, far)]
    assert all(verdict.passed for verdict in verdicts)
    assert 0 < verdicts[0].scores["ast_distance"] < verdicts[1].scores["ast_distance"] < 1


def test_a_program_that_breaks_the_linter_costs_only_itself(mera_room):
    texts = [MENDED, "x = " + "(" * 5000 + ")" * 5000, MENDED, "\ud800"]
    case = Case("python", "lint", "", {"linter": "flake8", "noqa": True, "files": texts, "count": len(texts)}, LIMITS)
    found = [json.loads(result["str"])["findings"] for result in mera_room.run(case).report["results"]]
    assert [bool(findings) for findings in found] == [False, True, False, True]


@pytest.mark.parametrize(("reply", "verdict"), [(MENDED, PASSED), (f"import os\n{MENDED}", WRONG_ANSWER),
                                               (f"import os  # noqa\n{MENDED}", WRONG_ANSWER)])
def test_a_task_may_name_ruff(mera_room, reply, verdict):
    task = Task("Lint", "lint", (SAMPLE,), limits=LIMITS, settings={"linter": "ruff", "version": "0.17.6"})
    assert judged(mera_room, reply, "strict", task).name == verdict


def test_the_versions_that_packs_may_name_are_those_of_the_room():
    lock = Path(ROOT / "requirements" / "room-python.lock").read_text()
    assert [name for name, version in lint.LINTERS.items() if f"\n{name}=={version} " not in f"\n{lock}"] == []


def facts(outcome: Outcome) -> dict:
    """All but the measures, which no two runs have in common."""
    return {name: value for name, value in outcome.as_json().items() if name not in MEASURES}


@pytest.mark.parametrize("profile", ["mera-1", "strict"])
def test_files_that_are_linted_together_have_the_outcomes_that_each_has_alone(mera_room, references, profile):
    steps = [lint.plan(TASK, SAMPLE, Generation(TASK.name, "1", 0, output=row["text"]), profile) for row in references]
    cases = [step for step in steps if isinstance(step, Case)]
    assert [len(group) for group in together.groups(cases, lambda case: case)] == [len(cases)]
    parts = together.parted(mera_room.run(together.joined(cases)), len(cases))
    assert [facts(part) for part in parts] == [facts(mera_room.run(case)) for case in cases]


def test_a_file_that_takes_too_long_leaves_nothing_to_part_and_is_alone_over_its_limit(mera_room):
    limits = replace(LIMITS, cpu_seconds=1.0)
    quick, slow = (replace(lint.plan(TASK, SAMPLE, Generation(TASK.name, "1", 0, output=text), "mera-1"), limits=limits)
                   for text in (MENDED, "x = 1\n" * 60_000))
    assert together.parted(mera_room.run(together.joined([quick, slow, quick])), 3) is None
    verdicts = [lint.judge(TASK, SAMPLE, mera_room.run(case), "mera-1").name for case in (quick, slow, quick)]
    assert verdicts == [PASSED, TIME_LIMIT, PASSED]
