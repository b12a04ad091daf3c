"""`benchmark export --public`: what leaves holds no secret of a private task, and still scores."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from adapters.benchmarks import load_pack
from cli.app import app
from cli.exporters.public import export_public
from scoring.errors import BadInput, UsageFault

CANARY = "canary-7f3a"
IO = {"function": "def f(x):\n", "tests": f'[{{"x": "{CANARY}"}}]', "note": CANARY}
JUDGE = {"user": f"{{diff}} {{comment}} {CANARY}"}


def record(number: int, instruction: str, inputs, outputs, **meta) -> dict:
    return {"instruction": instruction, "inputs": inputs, "outputs": outputs, "meta": {"id": number, **meta}}


TASKS = {
    "Open": ({"kind": "exact-match"}, [record(1, "скажи {a}", {"a": "да"}, "да", topic="слова")]),
    "OpenIO": ({"kind": "python-io", "attempts": 2, "metrics": ["pass@1", "pass@2"], "limits": {"cpu_seconds": 2}},
               [record(1, "", {"function": "def f(x):\n", "tests": [{"x": 1}]}, ["1"], entry_point="f")]),
    "Secret": ({"kind": "exact-match"}, [record(1, "переведи {a}", {"a": "слово", "b": CANARY}, CANARY, source=CANARY)]),
    "SecretText": ({"kind": "exact-match", "system_prompt": CANARY}, [record(1, "ответь", CANARY, CANARY)]),
    "SecretIO": ({"kind": "python-io"}, [record(7, "допиши", IO, [CANARY], entry_point="f", canonical_solution=CANARY)]),
    "SecretTests": ({"kind": "python-tests"}, [record(8, "", {"prompt": "def g():\n", "tests": f"assert g() == '{CANARY}'\n",
                                                              "setup": f"# {CANARY}"}, {"solution": CANARY})]),
    "SecretReview": ({"kind": "judged-review", "settings": {"model": CANARY}, "files": {"prompt": "judge.yaml"}},
                     [record(9, "проверь {diff}", {"diff": "+x"}, CANARY)]),
}


@pytest.fixture
def pack(tmp_path) -> Path:
    return write(tmp_path / "pack", TASKS)


def write(folder: Path, tasks: dict) -> Path:
    folder.mkdir()
    parts = {}
    for name, (part, records) in tasks.items():
        access = "private" if name.startswith("Secret") else "public"
        (folder / f"{name}.json").write_text(json.dumps({"access": access, "data": records}), "utf-8")
        parts[name] = {**part, "data": f"{name}.json"}
    (folder / "judge.yaml").write_text(yaml.safe_dump(JUDGE), "utf-8")
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "mixed", "version": "1.0", "tasks": parts}), "utf-8")
    return folder


def test_nothing_that_private_tasks_hide_is_in_any_file(pack, tmp_path):
    export_public(pack, tmp_path / "out")
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(files) == 3 + 5
    for path in files:
        assert CANARY not in path.read_text("utf-8"), path
        assert CANARY not in path.name


def test_public_tasks_stay_as_they_are(pack, tmp_path):
    exported = export_public(pack, tmp_path / "out")
    before, after = load_pack(pack), load_pack(tmp_path / "out")
    assert after.name == "mixed-public" and set(after.tasks) == {"Open", "OpenIO"}
    assert {name: before.tasks[name] for name in after.tasks} == after.tasks
    assert set(exported.withheld) == {"Secret", "SecretText", "SecretIO", "SecretTests", "SecretReview"}


def test_prompts_of_private_tasks_hold_what_a_model_is_shown(pack, tmp_path):
    export_public(pack, tmp_path / "out")
    prompts = {path.stem: json.loads(path.read_text("utf-8")) for path in (tmp_path / "out" / "prompts").iterdir()}
    assert prompts["Secret"] == {"instruction": "переведи {a}", "inputs": {"a": "слово"}, "meta": {"id": 1}}
    assert prompts["SecretText"]["inputs"] == {}
    assert prompts["SecretIO"] == {"instruction": "допиши", "inputs": {"function": "def f(x):\n"}, "meta": {"id": 7}}
    assert prompts["SecretTests"]["inputs"] == {"prompt": "def g():\n"}
    assert prompts["SecretReview"]["inputs"] == {"diff": "+x"}


def test_columns_of_a_source_become_parts_of_records(tmp_path):
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "q.jsonl").write_text('{"question": "1+1", "gold": "2", "number": 1}\n')
    fields = {"instruction": "question", "outputs": "gold", "meta.id": "number"}
    part = {"kind": "exact-match", "data": "q.jsonl", "fields": fields}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "q", "version": "1", "tasks": {"Q": part}}))
    assert export_public(folder, tmp_path / "out").pack.tasks == load_pack(folder).tasks


def test_a_pack_without_a_public_task_is_refused_and_nothing_is_written(tmp_path):
    secret = write(tmp_path / "secret", {"Secret": TASKS["Secret"]})
    with pytest.raises(BadInput, match="every task"):
        export_public(secret, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command_says_what_it_withheld(pack, tmp_path):
    result = CliRunner().invoke(app, ["benchmark", "export", "--public", str(pack), "--to", str(tmp_path / "out")])
    assert result.exit_code == 0 and "SecretIO: private, prompts only" in result.stdout
    assert "mixed-public 1.0: 2 public tasks" in result.stdout


def test_without_public_nothing_is_exported(pack, tmp_path):
    result = CliRunner().invoke(app, ["benchmark", "export", str(pack), "--to", str(tmp_path / "out")])
    assert isinstance(result.exception, UsageFault)
