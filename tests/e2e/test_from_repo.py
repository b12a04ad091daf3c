"""From a repository to scored answers, as docs/own-benchmark.md tells it."""

import json
import zipfile
from pathlib import Path

import pytest

from cli.environments.collecting import environment_images
from tests.conftest import ROOT
from tests.e2e.conftest import run_cli

TREE = ROOT / "benchmarks" / "example-repositories" / "python"
UNTESTED = """def shifted(spans, by):
    moved = []
    for start, end in spans:
        moved.append((start + by, end + by))
    return moved
"""


@pytest.fixture(scope="module")
def proposed(tmp_path_factory, embedded_home) -> tuple[dict, Path]:
    """What the command says of the example's Python tree with one file more, and the pack."""
    folder = tmp_path_factory.mktemp("own")
    for path in TREE.rglob("*.*"):
        copy = folder / "tree" / path.relative_to(TREE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (folder / "tree" / "src" / "planner" / "shifts.py").write_text(UNTESTED)
    document = run_cli("benchmark", "from-repo", folder / "tree", "--to", folder / "pack", "--count", "4", "--tries", "6",
                       "--repeat", "2", "--build", "true", "--json", home=embedded_home)
    return json.loads(document), folder / "pack"


def test_functions_that_tests_notice_become_samples(proposed):
    document, _ = proposed
    tried = {one["name"]: one for one in document["tried"]}
    assert tried.keys() == {"merged", "length", "shifted", "Week.book", "Week.free", "Week.load"}
    assert (tried["shifted"]["noticed_by"], tried["shifted"]["is_sample"]) == (0, False)
    assert "stub passes" in tried["shifted"]["reason"]
    assert all(one["noticed_by"] > 0 for name, one in tried.items() if name != "shifted")
    assert document["samples"] == 4 and document["tried"][0]["is_sample"]
    noticed = [one["noticed_by"] for one in document["tried"]]
    assert noticed == sorted(noticed, reverse=True)


def test_the_pack_is_built_already_and_holds_all_that_it_needs(proposed, embedded_home, tmp_path):
    _, pack = proposed
    built = json.loads(run_cli("benchmark", "build", pack, "--repeat", "2", "--json", home=embedded_home))
    assert [(one["state"], one["quarantined"]) for one in built["environments"]] == [("kept", {})]
    assert {path.name for path in pack.iterdir()} == {
        "benchmark.yaml", "data.jsonl", "environments.yaml", "source.tar.gz", "environments.lock.json",
        "environments.withheld.json.gz"}


def test_the_image_of_the_trial_goes(proposed, embedded_home):
    """It withholds a file more than the pack's, so nobody else has a use for it."""
    _, pack = proposed
    locks = [*(embedded_home / "proposals").glob("*/environments.lock.json"), pack / "environments.lock.json"]
    keys = [json.loads(lock.read_text("utf-8"))["environments"]["tree"]["key"] for lock in locks]
    assert len(set(keys)) == 2
    assert {image.key for image in environment_images()} & set(keys) == {keys[-1]}


def test_answers_are_scored_with_it(proposed, score, tmp_path):
    _, pack = proposed
    samples = [json.loads(line) for line in (pack / "data.jsonl").read_text("utf-8").splitlines()]
    answers = [sample["outputs"] for sample in samples[:-1]] + ["    return None\n"]
    archive = tmp_path / "answers.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("answers.jsonl", "".join(json.dumps(
            {"task": "Completion", "id": sample["meta"]["id"], "attempt": 0, "output": answer}) + "\n"
            for sample, answer in zip(samples, answers, strict=True)))
    report = score(archive, pack, "--no-cache")
    task = report["content"]["tasks"]["Completion"]
    assert task["verdicts"] == {"PASSED": 3, "WRONG_ANSWER": 1}
    assert task["metrics"]["pass@1"]["value"] == 0.75


def test_a_second_proposal_does_not_replace_the_first(proposed, embedded_home):
    _, pack = proposed
    run_cli("benchmark", "from-repo", TREE, "--to", pack, home=embedded_home, expect=2)
