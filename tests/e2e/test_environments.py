"""`benchmark build` on small repositories of our own: what is sound is proven, what is not is quarantined and told."""

import json
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from adapters.benchmarks import load_pack
from adapters.benchmarks.environments import parse_environments, spec_digest
from cli.environments.collecting import environment_images, remove_images, unlocked_images
from cli.environments.container import LABEL
from cli.host import process
from cli.host.passthrough import environment
from tests.conftest import ROOT, eventually
from tests.e2e.conftest import run_cli

MODULE = "def tested(x):\n    return x + 1\n\n\ndef untested(x):\n    return x\n"
TESTS = """\
import os, pathlib, m

def test_it():
    assert m.tested(1) == 2

def test_never_passes():
    assert os.path.exists("/nowhere")

def test_the_tree_has_no_history():
    assert not pathlib.Path("/repo/.git").exists()
"""
SPEC = {"source": {"folder": "tree"}, "tool": "pytest", "build": "true", "test": {"command": "PYTHONPATH=. pytest tests.py"}}


def sample(number: int, environment: str, left: str, gold: str, right: str, intent: str) -> dict:
    return {"instruction": "", "inputs": {}, "outputs": gold, "meta": {
        "id": number, "environment": environment, "file": "m.py", "intent": intent, "left_context": left, "gt": gold,
        "right_context": right}}


def samples(environment: str) -> list[dict]:
    """A sound one, one whose stub no test notices, one whose reference answer is wrong."""
    head, middle = "def tested(x):\n", "\n\ndef untested(x):\n"
    return [
        sample(1, environment, head, "    return x + 1\n", f"{middle}    return x\n", "tested"),
        sample(2, environment, f"{head}    return x + 1\n{middle}", "    return x\n", "", "untested"),
    ]


@pytest.fixture
def pack(tmp_path):
    """`pack({NAME: spec}, records)` -> the folder of a pack on a tree of two functions."""

    def write(specs: dict[str, dict], records: list[dict]) -> Path:
        folder = tmp_path / "pack"
        (folder / "tree").mkdir(parents=True, exist_ok=True)
        (folder / "tree" / "m.py").write_text(MODULE)
        (folder / "tree" / "tests.py").write_text(TESTS)
        task = {"kind": "repo-completion", "data": "data.jsonl", "settings": {"rule": "python"},
                "files": {"environments": "environments.yaml"}}
        (folder / "benchmark.yaml").write_text(yaml.safe_dump({"name": "own", "version": "1", "tasks": {"T": task}}))
        (folder / "environments.yaml").write_text(yaml.safe_dump(specs))
        (folder / "data.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        return folder

    return write


def build(folder: Path, home: Path, *options: str, expect: int = 0) -> dict[str, dict]:
    said = json.loads(run_cli("benchmark", "build", folder, "--repeat", "2", "--json", *options, home=home, expect=expect))
    return {made["name"]: made for made in said["environments"]}


def test_a_build_that_fails_takes_no_other_environment_with_it(pack, embedded_home):
    broken = {**SPEC, "build": "echo no compiler here >&2\nexit 7"}
    folder = pack({"broken": broken, "sound": SPEC}, [*samples("sound")[:1], {**samples("broken")[1]}])
    made = build(folder, embedded_home, expect=1)
    assert {name: one["state"] for name, one in made.items()} == {"broken": "failed", "sound": "ready"}
    assert "exit status 7" in made["broken"]["reason"] and "no compiler here" in made["broken"]["log"]
    task = load_pack(folder).tasks["T"]
    assert [one.id for one in task.samples] == ["1"]
    assert task.quarantined["2"].startswith("build fails")


def test_samples_that_prove_nothing_are_quarantined_and_the_rest_is_kept(pack, embedded_home):
    folder = pack({"own": SPEC}, samples("own"))
    first = build(folder, embedded_home, expect=1)["own"]
    assert (first["state"], first["tests"], first["stable"]) == ("ready", 2, 2)
    assert list(first["quarantined"]) == ["T/2"] and "stub passes" in first["quarantined"]["T/2"]
    again = build(folder, embedded_home, expect=1)["own"]
    assert (again["state"], again["key"]) == ("kept", first["key"])


def test_a_lock_without_its_image_gives_the_same_key_and_keeps_its_proofs(pack, embedded_home):
    folder = pack({"own": {**SPEC, "build": "true # gone"}}, samples("own")[:1])
    key = build(folder, embedded_home)["own"]["key"]
    lock = (folder / "environments.lock.json").read_bytes()
    process.run(["docker", "image", "rm", f"assay/env:{key[:12]}"])
    run_cli("score", _answer(folder), "--benchmark", folder, home=embedded_home, expect=3)
    assert build(folder, embedded_home)["own"]["key"] == key
    assert (folder / "environments.lock.json").read_bytes() == lock
    run_cli("score", _answer(folder), "--benchmark", folder, home=embedded_home)


def _answer(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "answers.zip", "w") as archive:
        archive.writestr("a.jsonl", json.dumps({"task": "T", "id": 1, "output": "    return 1 + x\n"}) + "\n")
    return folder / "answers.zip"


def test_a_killed_build_leaves_nothing_behind_and_the_next_one_goes_on(pack, embedded_home):
    folder = pack({"own": SPEC, "slow": {**SPEC, "build": "sleep 300"}}, [*samples("own")[:1], samples("slow")[1]])
    running = subprocess.Popen(
        [sys.executable, "-m", "cli", "benchmark", "build", str(folder), "--repeat", "2"], stderr=subprocess.PIPE, text=True,
        env={**environment(), "PYTHONPATH": str(ROOT), "ASSAY_HOME": str(embedded_home)})
    try:
        eventually(lambda: _is_proven(folder, "1") and _container_of(folder, "slow"), seconds=300)
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate()
    eventually(lambda: not _container_of(folder, "slow"), seconds=30)
    pack({"own": SPEC, "slow": {**SPEC, "build": "true"}}, [*samples("own")[:1], samples("slow")[1]])
    made = build(folder, embedded_home, expect=1)
    assert {name: one["state"] for name, one in made.items()} == {"own": "kept", "slow": "ready"}


def _is_proven(folder: Path, sample_id: str) -> bool:
    return sample_id in json.loads((folder / "environments.lock.json").read_text())["samples"].get("T", {})


def _container_of(folder: Path, name: str) -> str:
    spec = parse_environments(yaml.safe_load((folder / "environments.yaml").read_text()))[name]
    called = f"name=assay-build-{spec_digest(spec, ['m.py'])[:12]}"
    return process.run(["docker", "ps", "--all", "--quiet", "--filter", f"label={LABEL}", "--filter", called]).strip()


def test_images_without_a_lock_are_collected_and_locked_ones_stay(pack, embedded_home):
    folder = pack({"own": {**SPEC, "build": "true # collected"}}, samples("own")[:1])
    (key,) = [one["key"] for one in build(folder, embedded_home).values()]
    assert key in {one.key for one in unlocked_images([])}
    assert key not in {one.key for one in unlocked_images([folder])}
    assert remove_images([one for one in unlocked_images([]) if one.key == key]) == []
    assert key not in {one.key for one in environment_images()}


def test_an_image_holds_no_history_no_answer_and_no_address(pack, embedded_home):
    (key,) = [one["key"] for one in build(pack({"own": SPEC}, samples("own")), embedded_home, expect=1).values()]
    (image,) = [one for one in environment_images() if one.key == key]
    found = process.run(["docker", "run", "--rm", "--network", "none", "--entrypoint", "sh", image.reference, "-c",
                         "ls -A /repo /tmp; env"])
    assert "tests.py" in found and "m.py" not in found and ".git" not in found
    assert "PIP_" not in found and "proxy" not in found.lower()
