"""`benchmark export --public` of tasks on repositories: a pack that can be built and scored where it is taken."""

import gzip
import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from adapters.benchmarks import load_pack
from adapters.benchmarks.environments import parse_environments, sample_digest, spec_digest
from adapters.benchmarks.locks import SCHEMA, text_sha256
from cli.app import app
from cli.exporters.public import export_public

FILE, CANARY = "m.py", "canary-51b2"
PLACE = {"intent": "f", "file": FILE, "gt": "    return 1\n", "left_context": "def f():\n", "right_context": ""}
ARCHIVE, FOLDER = {"archive": "source.tar.gz"}, {"folder": "proj"}


def record(number: int, environment: str, **meta) -> dict:
    return {"instruction": "", "inputs": {}, "outputs": None,
            "meta": {"id": number, "environment": environment, **PLACE, **meta}}


def write(folder: Path, tasks: dict[str, tuple[str, list[dict]]], sources: dict[str, dict]) -> Path:
    """A pack with its lock; task -> (access, records), environment -> source."""
    (folder / "proj").mkdir(parents=True)
    (folder / "proj" / FILE).write_text("tree")
    (folder / "source.tar.gz").write_bytes(b"archive")
    parts = {name: {"kind": "repo-completion", "data": f"{name}.jsonl", "settings": {"rule": "python"}, "access": access,
                    "files": {"environments": "environments.yaml"}} for name, (access, _) in tasks.items()}
    for name, (_, records) in tasks.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "p", "version": "1", "tasks": parts}))
    (folder / "environments.yaml").write_text(
        yaml.safe_dump({name: {"source": source, "tool": "pytest"} for name, source in sources.items()}))
    lock(folder, sources)
    return folder


def lock(folder: Path, sources: dict[str, dict]) -> None:
    pack = load_pack(folder, locked=False)
    specs = parse_environments(yaml.safe_load((folder / "environments.yaml").read_text()))
    texts = {name: {FILE: f"{CANARY} {name}"} for name in sources}
    entries = {name: {"key": name, "spec_digest": spec_digest(specs[name], [FILE]), "baseline": {},
                      "withheld": {FILE: text_sha256(texts[name][FILE])}} for name in sources}
    proof = {"gold": [5, 5], "stub": [0, 5], "first": [], "detail": None}
    proofs = {task.name: {one.id: {**proof, "key": one.meta["environment"], "sample_digest": sample_digest(one),
                                   "quarantined": "flaky" if one.id == "2" else None} for one in task.samples}
              for task in pack.tasks.values()}
    (folder / "environments.lock.json").write_text(
        json.dumps({"schema": SCHEMA, "environments": entries, "samples": proofs}))
    (folder / "environments.withheld.json.gz").write_bytes(gzip.compress(json.dumps(texts).encode()))


def withheld(folder: Path) -> dict:
    return json.loads(gzip.decompress((folder / "environments.withheld.json.gz").read_bytes()))


@pytest.mark.parametrize(("source", "file"), [(ARCHIVE, "source.tar.gz"), (FOLDER, f"proj/{FILE}")])
def test_a_public_pack_keeps_source_lock_and_proofs_and_scores_as_before(tmp_path, source, file):
    folder = write(tmp_path / "pack", {"T": ("public", [record(1, "e"), record(2, "e")])}, {"e": source})
    exported = export_public(folder, tmp_path / "out")
    assert exported.missing == () and (tmp_path / "out" / file).read_bytes() == (folder / file).read_bytes()
    before, after = load_pack(folder).tasks["T"], load_pack(tmp_path / "out").tasks["T"]
    assert after == before and list(after.quarantined) == ["2"] and after.settings["lock"]["refused"] == {}


def test_nothing_of_a_private_tasks_own_environment_leaves(tmp_path):
    tasks = {"T": ("public", [record(1, "open")]), "S": ("private", [record(1, "closed", gt=CANARY)])}
    folder = write(tmp_path / "pack", tasks, {"open": FOLDER, "closed": ARCHIVE})
    assert export_public(folder, tmp_path / "out").missing == ()
    assert not (tmp_path / "out" / "source.tar.gz").exists() and set(withheld(tmp_path / "out")) == {"open"}
    assert "closed" not in (tmp_path / "out" / "environments.yaml").read_text()
    assert "closed" not in (tmp_path / "out" / "environments.lock.json").read_text()


@pytest.mark.parametrize("environment", ["shared", "other"])  # "other" is another name for the same source
def test_a_source_that_a_private_task_uses_too_stays_and_is_told(tmp_path, environment):
    tasks = {"T": ("public", [record(1, "shared")]), "S": ("private", [record(1, environment, gt=CANARY)])}
    folder = write(tmp_path / "pack", tasks, {"shared": ARCHIVE, environment: ARCHIVE})
    result = CliRunner().invoke(app, ["benchmark", "export", "--public", str(folder), "--to", str(tmp_path / "out")])
    assert "not to be scored at home: environment shared is of a private task too" in result.stdout
    assert not (tmp_path / "out" / "source.tar.gz").exists() and withheld(tmp_path / "out") == {}


@pytest.mark.parametrize(("source", "said"), [
    ({"folder": "../elsewhere"}, "no folder of its own inside the pack"), ({"folder": "."}, "no folder of its own"),
    ({"archive": "gone.tar"}, "gone.tar is not there"),
    ({"git": "../elsewhere", "commit": "ab" * 20}, "its history holds the answers"),
])
def test_a_source_that_is_no_part_of_the_pack_is_told(tmp_path, source, said):
    (tmp_path / "elsewhere").mkdir()
    tasks = {"T": ("public", [record(1, "e")]), "S": ("private", [record(1, "closed")])}
    folder = write(tmp_path / "pack", tasks, {"e": source, "closed": ARCHIVE})
    [line] = export_public(folder, tmp_path / "out").missing
    assert line.startswith("environment e: ") and said in line
    assert not (tmp_path / "out" / "S.jsonl").exists()


def test_the_pack_itself_is_no_source_that_would_be_copied_into_the_export(tmp_path):
    folder = write(tmp_path / "pack", {"T": ("public", [record(1, "e")])}, {"e": {"folder": "."}})
    exported = export_public(folder, tmp_path / "out")
    assert "no folder of its own" in exported.missing[0] and exported.pack.name == "p-public"


def test_what_lies_in_a_folder_with_private_records_stays(tmp_path):
    tasks = {"T": ("public", [record(1, "e")]), "S": ("private", [record(1, "closed")])}
    folder = write(tmp_path / "pack", tasks, {"e": FOLDER, "closed": ARCHIVE})
    manifest = yaml.safe_load((folder / "benchmark.yaml").read_text())
    manifest["tasks"]["S"]["data"] = "proj/S.jsonl"
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(manifest))
    (folder / "S.jsonl").rename(folder / "proj" / "S.jsonl")
    assert len(export_public(folder, tmp_path / "out").missing) == 1 and not (tmp_path / "out" / "proj").exists()
