"""Real repositories, real records: every environment is built and proven, and every published answer is judged as its
authors say, in both profiles, with the shortest way and with everything run."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack, with_digest
from adapters.settings import Settings
from cli.commands.score import run
from cli.embedded import Request
from scoring.verdict import PASSED
from tests.conftest import ROOT
from tests.e2e.conftest import environment, run_cli

ATTEMPTS = 7
pytestmark = pytest.mark.timeout(1800)  # four environments with their proofs, and some 220 runs of whole suites


@pytest.fixture(scope="session")
def repo_answers(shared) -> dict[str, list[dict]]:
    """The published answers by sample, in the order of the file."""
    answers: dict[str, list[dict]] = {}
    for line in (shared / "cases" / "repo-python" / "answers.jsonl").read_text("utf-8").splitlines():
        answers.setdefault(str(json.loads(line)["id"]), []).append(json.loads(line))
    assert {len(kinds) for kinds in answers.values()} == {ATTEMPTS}
    return answers


@pytest.fixture(scope="session")
def repo_pack(shared, tmp_path_factory, embedded_home) -> tuple[Path, dict]:
    """The pack with its environments built, and what the build says of itself."""
    folder = tmp_path_factory.mktemp("packs") / "repo-python"
    run_cli("benchmark", "import", "repo-records", "--from", shared / "cases" / "repo-python", "--to", folder,
            "--attempts", str(ATTEMPTS), home=embedded_home)
    return folder, json.loads(run_cli("benchmark", "build", folder, "--json", home=embedded_home, timeout=1800))


@pytest.fixture
def repo_archive(repo_answers, tmp_path) -> Path:
    with zipfile.ZipFile(tmp_path / "answers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("answers.jsonl", "".join(
            json.dumps({"task": "RealCode", "id": sample, "attempt": attempt, "output": answer["generation"]}) + "\n"
            for sample, kinds in repo_answers.items() for attempt, answer in enumerate(kinds)))
    return tmp_path / "answers.zip"


def test_every_environment_of_the_repo_cases_is_built_and_every_sample_proven(repo_pack):
    folder, built = repo_pack
    lock = json.loads((folder / "environments.lock.json").read_text("utf-8"))
    proofs = lock["samples"]["RealCode"].values()
    assert len(lock["environments"]) == 4
    assert [(proof["gold"], proof["stub"], proof["quarantined"]) for proof in proofs] == [([5, 5], [0, 5], None)] * 16
    assert all(proof["first"] for proof in proofs)
    assert not any(environment["quarantined"] for environment in built["environments"])


@pytest.mark.parametrize("full", [False, True], ids=["shortest-way", "full"])
@pytest.mark.parametrize(("profile", "expected"), [("mera-1", "expected_mera1"), ("strict", "expected_strict")])
def test_all_answers_of_the_repo_cases_get_the_published_verdicts(repo_pack, repo_answers, repo_archive, embedded_home,
                                                                   profile, expected, full):
    pack = load_pack(repo_pack[0])
    tasks = {name: replace(task, settings={**task.settings, "full": full}) for name, task in pack.tasks.items()}
    settings = Settings(home=embedded_home)
    scored = run(settings, Request(repo_archive, with_digest(replace(pack, tasks=tasks)), profile=profile, no_cache=True))
    found = {(row["sample"], row["attempt"]): (row["verdict"], row["reason"]) for row in scored.verdicts}
    wrong = {
        (sample, answer["kind"]): found[sample, attempt]
        for sample, kinds in repo_answers.items() for attempt, answer in enumerate(kinds)
        if (found[sample, attempt][0] == PASSED) != bool(answer[expected])
    }
    assert (wrong, scored.unscored, len(found)) == ({}, 0, 112)


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="only root can take a network away")
def test_scoring_without_any_network_gives_the_same_content(repo_pack, repo_archive, score, embedded_home):
    """A namespace of its own has no route and not even a loopback that is up; the engine is reached by its socket file."""
    command = ("score", str(repo_archive), "--benchmark", str(repo_pack[0]), "--no-cache", "--json")
    cut = subprocess.run(
        ["unshare", "--net", sys.executable, "-m", "cli", *command], capture_output=True, text=True, timeout=900,
        env={**environment(), "PYTHONPATH": str(ROOT), "ASSAY_HOME": str(embedded_home)})
    assert cut.returncode == 0, cut.stderr[-3000:]
    with_network = score(repo_archive, repo_pack[0], "--no-cache")
    assert json.loads(cut.stdout)["content"] == with_network["content"]
