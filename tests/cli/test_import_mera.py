"""MERA's dataset folders, in the forms in which they are published, become a pack with the shipped rules."""

import json
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
import yaml

from adapters.benchmarks import load_pack
from cli.importers.mera import import_mera
from scoring.errors import BadInput

RULES = {
    "ruHumanEval": {"kind": "python-io", "data": "a.json", "attempts": 10, "metrics": ["pass@1", "pass@10"]},
    "CodeCorrectness": {"kind": "exact-match", "data": "b.json"},
    "ruCodeReviewer": {"kind": "judged-review", "data": "c.json", "aliases": ["review"], "settings": {"model": "m"},
                       "files": {"prompt": "judge.yaml"}},
}
RECORDS = {
    "ruHumanEval": [{"instruction": "Допиши {function}", "inputs": {"function": "def f(x):\n", "tests": "[{'x': 1}, {'x': 2}]"},
                     "outputs": ["1", "2"], "meta": {"id": n, "canonical_solution": "    return x\n", "entry_point": "f"}}
                    for n in (3, 1)],
    "CodeCorrectness": [{"instruction": "?", "inputs": {"focal_code": "a", "test_code": "b", "lang": "Go"},
                         "outputs": "success", "meta": {"id": n}} for n in (0, 5)],
    "ruCodeReviewer": [{"instruction": "{diff_block}", "inputs": {"diff_block": "+x"}, "outputs": "Имя", "meta": {"id": 9}}],
}


@pytest.fixture
def template(tmp_path) -> Path:
    folder = tmp_path / "template"
    folder.mkdir()
    (folder / "judge.yaml").write_text(yaml.safe_dump({"user": "{diff_block} {reference} {comment}"}), "utf-8")
    manifest = {"name": "mera-code", "version": "1.0", "title": "MERA", "tasks": RULES}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(manifest), "utf-8")
    return folder


def put(path: Path, records: list[dict], access: str | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    else:
        path.write_text(json.dumps({**({"access": access} if access else {}), "data": records}), "utf-8")


LAYOUTS = {
    "folders with test.json": lambda task: f"{task}/test.json",
    "folders with test.jsonl": lambda task: f"{task}/test.jsonl",
    "Parquet as the hub names it": lambda task: f"{task}/test-00000-of-00001.parquet",
    "Parquet in a data folder": lambda task: f"data/{task.lower()}/test.parquet",
    "a data folder in each": lambda task: f"{task}/data/test-00000-of-00001.parquet",
    "files by the names of tasks": lambda task: f"{task}.json",
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_every_published_layout_gives_the_same_pack(tmp_path, template, layout):
    for task, records in RECORDS.items():
        put(tmp_path / "source" / layout(task), records)
        put(tmp_path / "source" / task / "train.json", [{"instruction": "few-shot", "meta": {"id": 1}}])
    import_mera(tmp_path / "source", tmp_path / "pack", template=template)
    pack = load_pack(tmp_path / "pack")
    found = {name: [{"instruction": one.instruction, "inputs": one.inputs, "outputs": one.outputs, "meta": one.meta}
                    for one in task.samples] for name, task in pack.tasks.items()}
    assert found == RECORDS
    rules = pack.tasks["ruHumanEval"]
    assert (pack.name, rules.attempts, rules.metrics) == ("pack", 10, ("pass@1", "pass@10"))
    assert pack.tasks["ruCodeReviewer"].settings["prompt"]["user"]


def test_parts_of_a_dataset_are_joined_in_order(tmp_path, template):
    for part, record in enumerate(RECORDS["CodeCorrectness"]):
        put(tmp_path / "source" / "CodeCorrectness" / f"test-0000{part}-of-00002.parquet", [record])
    import_mera(tmp_path / "source", tmp_path / "pack", template=template)
    assert [one.id for one in load_pack(tmp_path / "pack").tasks["CodeCorrectness"].samples] == ["0", "5"]


def test_tasks_without_data_are_left_out_and_named(tmp_path, template, capsys):
    put(tmp_path / "source" / "REVIEW" / "test.json", RECORDS["ruCodeReviewer"])
    import_mera(tmp_path / "source", tmp_path / "pack", template=template)
    assert list(load_pack(tmp_path / "pack").tasks) == ["ruCodeReviewer"]
    assert "ruHumanEval: no data" in capsys.readouterr().err


def test_what_is_left_out_is_told_in_a_steady_order_and_an_unknown_folder_too(tmp_path, template, capsys):
    put(tmp_path / "source" / "REVIEW" / "test.json", RECORDS["ruCodeReviewer"])
    put(tmp_path / "source" / "CodeCorectness" / "test.json", RECORDS["CodeCorrectness"])
    (tmp_path / "source" / "images").mkdir()
    import_mera(tmp_path / "source", tmp_path / "pack", template=template)
    assert [line.partition(":")[0] for line in capsys.readouterr().err.splitlines()] == [
        "CodeCorrectness", "ruHumanEval", "CodeCorectness"]  # as the template has them, then strangers
    pack = load_pack(tmp_path / "pack")
    assert pack.title == "MERA Code" and "published data" in pack.description


def test_what_says_that_it_is_private_stays_private(tmp_path, template):
    put(tmp_path / "source" / "CodeCorrectness" / "test.json", RECORDS["CodeCorrectness"], access="private")
    import_mera(tmp_path / "source", tmp_path / "pack", template=template)
    assert load_pack(tmp_path / "pack").tasks["CodeCorrectness"].is_private


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"data": []}', b'{"data": [{"meta": {}}]}', b"\xff\xfe"])
def test_a_dataset_that_is_none_is_refused_by_its_name(tmp_path, template, data):
    path = tmp_path / "source" / "CodeCorrectness" / "test.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    with pytest.raises(BadInput, match="CodeCorrectness") as caught:
        import_mera(tmp_path / "source", tmp_path / "pack", template=template)
    assert caught.value.code == "not_the_published_file" and not (tmp_path / "pack").exists()


def test_a_folder_without_a_task_of_mera_is_refused(tmp_path, template):
    (tmp_path / "source").mkdir()
    with pytest.raises(BadInput, match="no folder of a MERA task"):
        import_mera(tmp_path / "source", tmp_path / "pack", template=template)
