"""From a commit to scored patches, as docs/own-benchmark.md tells it, where patches are compiled."""

import json
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.e2e.conftest import run_cli

CODE = "package sums\n\nfunc Add(a, b int) int { return %s }\n"
TEST = """package %s

import "testing"

func Test%s(t *testing.T) {
	if %s {
		t.Fatal()
	}
}
"""
BASE = {
    "go.mod": "module example.org/sums\n\ngo 1.24\n", "sums.go": CODE % "a",
    "twice/twice.go": "package twice\n\nfunc Twice(a int) int { return 2 * a }\n",
    "twice/twice_test.go": TEST % ("twice", "Twice", "Twice(2) != 4"),
}
FIXED = {"sums.go": CODE % "a + b", "sums_test.go": TEST % ("sums", "Add", "Add(1, 2) != 3")}
BESIDE = "--- a/twice/twice.go\n+++ b/twice/twice.go\n@@ -3 +3 @@\n-func Twice(a int) int { return 2 * a }\n"
NEW = "--- /dev/null\n+++ b/more/more.go\n@@ -0,0 +1,3 @@\n+package more\n+\n+func Plus(a, b int) int { return a + b }\n"


def commit(root: Path, message: str, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for command in (["init", "--quiet"], ["add", "--all"],
                    ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", message]):
        subprocess.run(["git", "-C", str(root), *command], check=True)


@pytest.fixture(scope="module")
def pack(tmp_path_factory, embedded_home) -> Path:
    folder = tmp_path_factory.mktemp("patches")
    (folder / "sums").mkdir()
    commit(folder / "sums", "Begin", BASE)
    commit(folder / "sums", "Add both", FIXED)
    run_cli("benchmark", "from-git", folder / "sums", "--to", folder / "pack", home=embedded_home)
    run_cli("benchmark", "build", folder / "pack", "--repeat", "2", home=embedded_home)
    return folder / "pack"


def test_what_a_patch_changes_is_what_is_tested(pack, score, tmp_path):
    """Tests that no withheld file reaches are compiled when the environment is built; those of a patch must not be."""
    (sample,) = map(json.loads, (pack / "patches.jsonl").read_text("utf-8").splitlines())
    gold = sample["outputs"]
    answers = {
        gold: "PASSED", gold + BESIDE + "+func Twice(a int) int { return a + a }\n": "PASSED", gold + NEW: "PASSED",
        gold + BESIDE + "+func Twice(a int) int { return 3 * a }\n": "WRONG_ANSWER", NEW: "WRONG_ANSWER",
        gold.replace("a + b", "a + c"): "COMPILE_ERROR", gold + NEW.replace("a + b", "a + ("): "COMPILE_ERROR",
    }
    manifest = pack / "benchmark.yaml"
    manifest.write_text(manifest.read_text().replace("kind: repo-patch", f"kind: repo-patch\n    attempts: {len(answers)}"))
    with zipfile.ZipFile(tmp_path / "answers.zip", "w") as archive:
        archive.writestr("answers.jsonl", "".join(json.dumps(
            {"task": "Patches", "id": sample["meta"]["id"], "attempt": attempt, "output": answer}) + "\n"
            for attempt, answer in enumerate(answers)))
    score(tmp_path / "answers.zip", pack, "--no-cache", "--out", str(tmp_path / "report"))
    verdicts = [json.loads(line) for line in (tmp_path / "report" / "verdicts.jsonl").read_text("utf-8").splitlines()]
    assert [one["verdict"] for one in sorted(verdicts, key=lambda one: one["attempt"])] == list(answers.values())
