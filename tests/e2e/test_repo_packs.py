"""The packs of Python packages, Go modules, C and C++ libraries: fetched, built, proven, and every answer judged as checked
by hand."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack, with_digest
from adapters.settings import Settings
from cli.commands.score import run
from cli.embedded import Request
from scoring.verdict import PASSED
from tests.conftest import ROOT
from tests.e2e.conftest import run_cli
from tests.e2e.repo_answers import answers, archive_of, thinned

pytestmark = pytest.mark.timeout(1800)  # several environments with their proofs
SAMPLES = {"repo-python": 16, "repo-go": 12, "repo-cpp": 12}
PACKS = list(SAMPLES)
ANSWERS = 6  # to each sample
PROOFS = "1"  # runs of each reference answer and stub; a release of the packs is proven with 5


@pytest.fixture(scope="session")
def built(whole_packs, tmp_path_factory, embedded_home):
    """`built(name)` -> the folder of a copy of the pack whose environments are built."""
    made: dict[str, Path] = {}

    def build(name: str) -> Path:
        if name not in made:
            made[name] = tmp_path_factory.mktemp("packs") / name
            shutil.copytree(ROOT / "benchmarks" / name, made[name], ignore=shutil.ignore_patterns("*.lock.json", "*.gz"))
            run_cli("benchmark", "build", made[name], "--repeat", PROOFS, "--json", home=embedded_home, timeout=1800)
        return made[name]

    return build


@pytest.mark.parametrize("name", PACKS)
def test_every_sample_is_proven(built, name):
    lock = json.loads((built(name) / "environments.lock.json").read_text("utf-8"))
    proofs = [proof for samples in lock["samples"].values() for proof in samples.values()]
    assert [(proof["gold"], proof["stub"], proof["quarantined"]) for proof in proofs] == (
        [([1, 1], [0, 1], None)] * SAMPLES[name])
    # Where a stub ends the tests' program before any test, as a panic in a package's initialisation does, none stands out.
    assert sum(not proof["first"] for proof in proofs) <= 1


@pytest.mark.parametrize("full", [False, True], ids=["shortest-way", "full"])
@pytest.mark.parametrize("name", PACKS)
def test_every_answer_gets_its_verdict(built, embedded_home, tmp_path, name, full):
    folder = built(name)
    pack = thinned(load_pack(folder)) if full else load_pack(folder)
    known = answers(folder, pack)
    tasks = {task.name: replace(task, settings={**task.settings, "full": full}) for task in pack.tasks.values()}
    request = Request(archive_of(known, tmp_path / "answers.zip"), with_digest(replace(pack, tasks=tasks)),
                      profile="strict", no_cache=True)
    scored = run(Settings(home=embedded_home), request)
    found = {(row["sample"], row["attempt"]): row for row in scored.verdicts}
    wrong = {(one.sample, one.kind): (found[key]["verdict"], found[key]["reason"]) for key, one in known.items()
             if (found[key]["verdict"] == PASSED) != one.expected["strict"]}
    assert (wrong, scored.unscored, len(found)) == ({}, 0, len(known))
    assert len(known) == SAMPLES[name] * ANSWERS or full
    broken = {found[key]["verdict"] for key, one in known.items() if one.kind == "does_not_compile"}
    assert broken == {"COMPILE_ERROR" for one in known.values() if one.kind == "does_not_compile"}
