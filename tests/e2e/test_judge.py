"""A judged benchmark through the command line, with a real server for a judge; no container engine is needed."""

import json
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.e2e.conftest import run_cli
from tests.judge_server import Reply, judging

PROMPT = {
    "system": "Сравни замечания.", "user": "{diff_block}\nЭталон: {reference}\n{comment}\nОтветь: correct или wrong.",
    "shots": [{"diff_block": "+a", "reference": "Имя", "comment": "Назови", "answer": "correct"}],
}
REPLIES = ["Комментарий 1: right", "Комментарий 1: нет\nКомментарий 2: right", "Комментарий 1: нет", "Всё хорошо"]


@pytest.fixture(scope="module")
def pack(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "reviews"
    folder.mkdir()
    records = [{"instruction": "Проверь", "inputs": {"diff_block": f"+{n}"}, "outputs": "right", "meta": {"id": n}}
               for n in range(len(REPLIES))]
    (folder / "data.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    (folder / "judge.yaml").write_text(yaml.safe_dump(PROMPT, allow_unicode=True), "utf-8")
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "reviews", "version": "1", "tasks": {"Reviews": {
        "kind": "judged-review", "data": "data.jsonl", "metrics": ["bleu", "chrf", "judge@1", "judge@5"],
        "settings": {"model": "judge-32b"}, "files": {"prompt": "judge.yaml"},
    }}}), "utf-8")
    return folder


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("answers") / "answers.zip"
    rows = [{"outputs": reply, "meta": {"id": n}} for n, reply in enumerate(REPLIES)]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Reviews.json", json.dumps({"data": {"test": rows}}))
    return path


def run(*arguments: str | Path, home: Path, expect: int = 0, **judge: str) -> str:
    """With slots of its own: judging shares no core with the sandboxes of other tests."""
    return run_cli(*arguments, home=home, expect=expect, ASSAY_SLOT_DIR=str(home / "slots"), **judge)


def score(answers: Path, pack: Path, home: Path, expect: int = 0, **judge: str) -> dict:
    return json.loads(run("score", answers, "--benchmark", pack, "--json", home=home, expect=expect, **judge))


def test_a_judged_submission_is_scored_and_once_more_without_asking(pack, answers, tmp_path):
    with judging() as server:
        first = score(answers, pack, tmp_path, ASSAY_JUDGE_URL=server.url)
        asked = len(server.asked)
        second = score(answers, pack, tmp_path, ASSAY_JUDGE_URL=server.url)
    metrics = first["content"]["tasks"]["Reviews"]["metrics"]
    assert [metrics[name]["value"] for name in ("judge@1", "judge@5")] == [0.25, 0.5]
    assert metrics["chrf"]["value"] == pytest.approx(0.5)
    assert (asked, len(server.asked)) == (4, 4)
    assert second["content"] == first["content"]


def test_a_judge_that_is_gone_leaves_its_samples_unscored(pack, answers, tmp_path):
    gone = {"ASSAY_JUDGE_URL": "http://127.0.0.1:1/v1", "ASSAY_JUDGE_TRIES": "1"}
    content = score(answers, pack, tmp_path, expect=1, **gone)["content"]
    assert content["tasks"]["Reviews"]["verdicts"] == {"NO_ANSWER": 1, "UNSCORED": 3}
    assert content["tasks"]["Reviews"]["metrics"]["judge@1"]["range"] == [0.0, 0.75]


def test_a_judged_pack_passes_its_own_gate(pack, tmp_path):
    with judging() as server:
        found = json.loads(run("benchmark", "check", pack, "--json", home=tmp_path, ASSAY_JUDGE_URL=server.url))
    assert found["faults"] == []


def test_a_judge_that_accepts_everything_fails_the_gate(pack, tmp_path):
    with judging(lambda asked: Reply("correct")) as server:
        found = json.loads(run("benchmark", "check", pack, "--json", home=tmp_path, expect=1, ASSAY_JUDGE_URL=server.url))
    assert {fault["gate"] for fault in found["faults"]} == {"stub"}
