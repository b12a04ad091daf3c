"""`assay pack`: what the harness logged becomes a submission that reads back the same."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.packing.archive import write_archive
from cli.packing.logs import find_logs
from scoring.benchmark import Benchmark, Sample, Task
from scoring.bundle import read_bundle
from scoring.errors import BadInput

DATE = "2025-01-02T03-04-05.678901"


def line(number: int, *replies: str, **more) -> dict:
    return {"doc_id": number, "doc": {"inputs": {}, "meta": {"id": number + 100}}, "resps": [list(replies)],
            "filtered_resps": list(replies), "filter": "none", "prompt_hash": f"p{number}", **more}


def write_log(folder: Path, task: str, lines: list[dict], date: str = DATE) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_{task}_{date}.jsonl"
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines), "utf-8")
    return path


def pack(folder: Path, *, as_mera: bool = False, with_logs: bool = False, ids: str = "meta.id") -> dict[str, bytes]:
    to = folder.parent / "out.zip"
    write_archive(find_logs(folder), to, as_mera=as_mera, with_logs=with_logs, id_fields=ids.split(","))
    with zipfile.ZipFile(to) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows(member: bytes) -> list[dict]:
    return [json.loads(text) for text in member.decode("ascii").splitlines()]


class Member:
    def __init__(self, name: str, data: bytes):
        self.name, self._data = name, data

    def open(self) -> io.BytesIO:
        return io.BytesIO(self._data)


@pytest.fixture
def real(shared, tmp_path) -> tuple[dict[str, bytes], Path]:
    """The members of the submission that the real packer made, and the folder of the logs that it made it from."""
    with zipfile.ZipFile(shared / "cases" / "mera-zip" / "sample_submission.zip") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(io.BytesIO(members.pop("logs_public.zip"))) as logs:
        logs.extractall(tmp_path / "run")
    return members, tmp_path / "run"


def test_meras_files_equal_those_of_its_own_packer_byte_for_byte(real):
    members, run = real
    assert pack(run, as_mera=True) == members


def test_the_logs_come_along_on_request_as_they_are(real):
    _, run = real
    with zipfile.ZipFile(io.BytesIO(pack(run, with_logs=True)["logs_public.zip"])) as logs:
        assert {name: logs.read(name) for name in logs.namelist()} == {
            path.name: path.read_bytes() for path in run.iterdir()}


def test_the_replies_of_a_real_run_read_back_as_its_answers(real):
    _, run = real
    samples = tuple(Sample(str(n), outputs=["x"] * n) for n in (1, 2))
    benchmark = Benchmark("m", "1", {
        "ruHumanEval": Task("ruHumanEval", "python-io", samples, attempts=10),
        "stRuCom": Task("stRuCom", "exact-match", samples),
    })
    found = pack(run)
    bundle = read_bundle([Member(f"{name}.jsonl", found[f"{name}.jsonl"]) for name in benchmark.tasks], benchmark)
    logged = [json.loads(text)["resps"][0] for task in ("ruhumaneval", "strucom")
              for path in run.glob(f"samples_{task}_*") for text in path.read_text("utf-8").splitlines()]
    answers = sorted(bundle.generations, key=lambda one: (one.task, one.sample_id, one.attempt))
    assert not bundle.problems
    assert [one.output for one in answers] == [reply for replies in logged for reply in replies]
    assert all(one.facts["prompt_id"] for one in answers)


def test_the_newest_run_of_each_task_counts_and_the_older_is_named(tmp_path):
    run = tmp_path / "run" / "my__model"
    write_log(run, "strucom", [line(1, "old")], "2025-01-02T03-04-05.000001")
    write_log(run, "strucom", [line(1, "new")], "2025-01-02T03-04-05")
    write_log(run, "strucom", [line(1, "newest")], "2025-11-02T03-04-05.000001")
    write_log(run, "yabloco_oracle", [line(1, "x")])
    result = CliRunner().invoke(app, ["pack", str(tmp_path / "run"), "--json"])
    said = json.loads(result.stdout)
    assert (result.exit_code, len(said["left_out"])) == (0, 2)
    with zipfile.ZipFile(tmp_path / "run_submission.zip") as archive:
        assert archive.namelist() == ["stRuCom.jsonl", "YABLoCo.jsonl"]
        assert rows(archive.read("stRuCom.jsonl"))[0]["output"] == "newest"


def test_logs_of_two_models_are_not_mixed(tmp_path):
    write_log(tmp_path / "run" / "a", "t", [line(1, "x")])
    write_log(tmp_path / "run" / "b", "t", [line(1, "y")])
    with pytest.raises(BadInput, match="several folders"):
        find_logs(tmp_path / "run")


def test_what_was_logged_of_the_making_is_kept_by_attempt(tmp_path):
    logged = line(1, "x", "y", finish_reason=[["stop", "length"]], usage={"prompt_tokens": 7, "completion_tokens": [2, 3]})
    write_log(tmp_path / "run", "t", [logged])
    first, second = rows(pack(tmp_path / "run")["t.jsonl"])
    assert first == {"task": "t", "id": 101, "attempt": 0, "output": "x", "finish_reason": "stop", "prompt_id": "p1",
                     "prompt_tokens": 7, "completion_tokens": 2}
    assert (second["finish_reason"], second["completion_tokens"]) == ("length", 3)


def test_a_reply_of_null_is_no_answer_and_hostile_text_survives(tmp_path):
    write_log(tmp_path / "run", "strucom", [line(1, "None", "\x00\u2028ё")])
    assert [row["output"] for row in rows(pack(tmp_path / "run")["stRuCom.jsonl"])] == [None, "\x00\u2028ё"]
    path = next((tmp_path / "run").iterdir())
    path.write_text(path.read_text().replace("None", "\\ud800"))
    [row] = json.loads(pack(tmp_path / "run", as_mera=True)["stRuCom.json"])["data"]["test"]
    assert row["outputs"] == "\ud800"


def test_a_task_with_two_filters_is_packed_once(tmp_path):
    write_log(tmp_path / "run", "t", [line(1, "x"), line(1, "x", filter="other", filtered_resps=["[x]"])])
    assert len(rows(pack(tmp_path / "run")["t.jsonl"])) == 1


def test_ids_come_from_where_one_says(tmp_path):
    write_log(tmp_path / "run", "t", [{**line(4, "x"), "doc": {"task_id": "HumanEval/4", "turn": 2}}])
    for ids, wanted in (("task_id", "HumanEval/4"), ("task_id,turn", "HumanEval/4/2"), ("doc_id", 4)):
        assert rows(pack(tmp_path / "run", ids=ids)["t.jsonl"])[0]["id"] == wanted


@pytest.mark.parametrize(("lines", "said"), [
    ([{"doc_id": 1}], "no object with a `doc`"),
    ([{**line(1, "x"), "doc": {"task_id": 1}}], "it has task_id and doc_id"),
    ([{**line(1, "x"), "resps": [[[-1.5, True]]]}], "only tasks that generate text"),
    ([{**line(1, "x"), "resps": []}], "the replies to one request"),
    ([line(1, "x"), line(1, "y")], "line 2: document 101 stands twice"),
])
def test_a_log_that_cannot_be_packed_is_refused_by_line_and_leaves_nothing(tmp_path, lines, said):
    write_log(tmp_path / "run", "t", lines)
    with pytest.raises(BadInput) as caught:
        pack(tmp_path / "run")
    assert said in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_mera_has_no_file_for_other_tasks(tmp_path):
    write_log(tmp_path / "run", "humaneval", [line(1, "x")])
    with pytest.raises(BadInput, match="MERA has no task 'humaneval'"):
        pack(tmp_path / "run", as_mera=True)


def test_a_folder_without_logs_is_refused(tmp_path):
    result = CliRunner().invoke(app, ["pack", str(tmp_path)])
    assert isinstance(result.exception, BadInput)
