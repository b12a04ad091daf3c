"""The pack of repositories that ships with the product; the demo scores it beside the example."""

import json
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack
from cli.commands.demo import PACKS, benchmark

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "example-repositories"
TASKS = {"python": "RepositoryPython", "go": "RepositoryGo", "java": "RepositoryJava", "cpp": "RepositoryCpp"}


@pytest.mark.parametrize("language", TASKS)
def test_there_is_a_function_of_a_repository_in_each_language(language):
    sample = load_pack(FOLDER, locked=False).tasks[TASKS[language]].by_id()["merged"]
    text = (FOLDER / language / sample.meta["file"]).read_text(encoding="utf-8")
    assert sample.inputs["left_context"] + sample.outputs + sample.inputs["right_context"] == text
    first, last = sample.meta["lines"]
    assert "".join(text.splitlines(keepends=True)[first - 1:last]) == sample.outputs


def test_there_is_an_answer_for_each():
    lines = (FOLDER / "submission" / "answers.jsonl").read_text("utf-8").splitlines()
    assert {(row["task"], row["id"]) for row in map(json.loads, lines)} == {(task, "merged") for task in TASKS.values()}


def test_the_demo_scores_the_tasks_of_both_packs():
    demo = benchmark()
    assert demo.tasks.keys() == {name for folder in PACKS for name in load_pack(folder, locked=False).tasks}
    assert demo.digest not in {load_pack(folder).digest for folder in PACKS}
