"""`assay judge calibrate`: a judge against people, with a real server or with answers from a file."""

import json
from pathlib import Path

import pytest
import structlog
import yaml
from typer.testing import CliRunner

from adapters import settings as module
from cli.app import app
from scoring.errors import BadInput, SandboxFailed
from tests.judge_server import Reply, judging

# The worked example of Cohen's kappa with 50 pairs: 20 and 15 equal, 5 and 10 not; kappa 0.4.
EXAMPLE = [("correct", "correct")] * 20 + [("correct", "wrong")] * 5 + [("wrong", "correct")] * 10 + [("wrong", "wrong")] * 15


@pytest.fixture(autouse=True)
def fresh_process():
    """What a command leaves in its process: settings that are read once, logs on a stream that the runner closes."""
    module.settings.cache_clear()
    yield
    module.settings.cache_clear()
    structlog.reset_defaults()


def write(path: Path, rows: list[dict]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def calibrate(*arguments: object, **variables: str):
    return CliRunner().invoke(app, ["judge", "calibrate", *map(str, arguments)], env={
        "ASSAY_JUDGE_TRIES": "2", "ASSAY_JUDGE_PAUSE_SECONDS": "0.001", **variables})


@pytest.fixture
def prompt(tmp_path) -> Path:
    path = tmp_path / "judge.yaml"
    path.write_text(yaml.safe_dump({"user": "{diff}\n{reference}\n{comment}"}), "utf-8")
    return path


def test_answers_of_a_file_give_the_kappa_of_the_worked_example(tmp_path):
    labels = write(tmp_path / "labels.jsonl", [{"label": label, "judge": answer} for label, answer in EXAMPLE])
    found = json.loads(calibrate("--labels", labels, "--json").stdout)
    assert (found["n"], found["agreement"], round(found["kappa"], 10)) == (50, 0.7, 0.4)
    table = {(row["label"], row["judged"]): row["count"] for row in found["table"]}
    assert table == {(1, 1): 20, (1, 0): 5, (0, 1): 10, (0, 0): 15}


def test_a_judge_is_asked_with_the_packs_prompt(tmp_path, prompt):
    rows = [{"label": word == "right", "reference": "r", "comment": f"{word} {number}", "inputs": {"diff": "+x"}}
            for number in range(10) for word in ("right", "no")]
    with judging() as server:
        result = calibrate("--labels", write(tmp_path / "l.jsonl", rows), "--prompt", prompt, "--model", "m", "--json",
                           ASSAY_JUDGE_URL=server.url)
        assert (len(server.asked), server.most_at_once <= 8) == (20, True)
        assert server.asked[0]["messages"][-1]["content"].startswith("+x\nr\n-----")
    found = json.loads(result.stdout)
    assert (found["agreement"], found["kappa"], found["spearman"], found["model"]) == (1.0, 1.0, 1.0, "m")


def test_profiles_read_the_same_answers_differently(tmp_path):
    labels = write(tmp_path / "l.jsonl", [{"label": "wrong", "judge": "incorrect"}, {"label": "correct", "judge": "correct"}])
    strict = json.loads(calibrate("--labels", labels, "--json").stdout)
    mera = json.loads(calibrate("--labels", labels, "--json", "--profile", "mera-1").stdout)
    assert (strict["agreement"], strict["unclear"], mera["agreement"], mera["unclear"]) == (1.0, 1, 0.5, 0)


def test_graded_labels_are_compared_by_rank_only(tmp_path):
    rows = [{"label": grade, "judge": "correct" if grade > 2 else "wrong"} for grade in (1, 2, 3, 4)]
    labels = write(tmp_path / "l.jsonl", rows)
    found = json.loads(calibrate("--labels", labels, "--json").stdout)
    assert (found["agreement"], found["kappa"]) == (None, None)
    assert found["spearman"] == pytest.approx(0.894427191)


def test_it_prints_for_people_too(tmp_path):
    labels = write(tmp_path / "l.jsonl", [{"label": label, "judge": answer} for label, answer in EXAMPLE])
    printed = calibrate("--labels", labels).stdout
    assert "kappa      0.400" in printed and "people wrong, judge correct: 10" in printed


def test_what_is_unclear_is_explained_and_grades_stay_numbers(tmp_path):
    labels = write(tmp_path / "l.jsonl", [{"label": 3, "judge": "who knows"}, {"label": 2.5, "judge": "correct"}])
    printed = calibrate("--labels", labels).stdout
    assert "1 answer of the judge said neither correct nor wrong" in printed
    assert "people 2.5, judge correct: 1" in printed and "people 3, judge wrong: 1" in printed


def test_a_judge_that_is_down_is_our_fault_and_no_figure(tmp_path, prompt):
    labels = write(tmp_path / "l.jsonl", [{"label": 1, "reference": "r", "comment": "c", "inputs": {"diff": "d"}}])
    with judging(lambda asked: Reply(status=500)) as server:
        result = calibrate("--labels", labels, "--prompt", prompt, "--model", "m", ASSAY_JUDGE_URL=server.url)
    assert isinstance(result.exception, SandboxFailed) and result.stdout == ""


@pytest.mark.parametrize(("rows", "said"), [
    ([], "it is empty"), ([{"label": "maybe", "judge": "x"}], "line 1: `label` must be"), ([{"judge": "x"}], "`label` must be"),
    ([{"label": 1}], "needs the texts"),
    ([{"label": 1, "comment": "c", "reference": "r", "inputs": {"diff": 1}}], "needs the texts"),
    ([{"label": 1, "comment": "c", "reference": "r"}], "must be asked"), ([["label"]], "no object"),
    ([{"label": "correct", "judge": "x"}, {"label": 3, "judge": "x"}], "line 1 has a word and line 2 a grade"),
])
def test_labels_that_cannot_be_used_are_refused_by_line(tmp_path, rows, said):
    result = calibrate("--labels", write(tmp_path / "l.jsonl", rows))
    assert isinstance(result.exception, BadInput) and said in str(result.exception)


def test_a_prompt_that_asks_for_what_the_labels_lack_is_refused(tmp_path, prompt):
    labels = write(tmp_path / "l.jsonl", [{"label": 1, "reference": "r", "comment": "c"}])
    result = calibrate("--labels", labels, "--prompt", prompt, "--model", "m")
    assert isinstance(result.exception, BadInput) and "asks for {diff}" in str(result.exception)
