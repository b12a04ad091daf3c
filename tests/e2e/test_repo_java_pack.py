"""The pack of Java packages: fetched, built, proven, and every answer and every test class judged as checked by hand."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack, with_digest
from adapters.settings import Settings
from cli.commands.score import run
from cli.embedded import Request
from scoring.verdict import COMPILE_ERROR, PASSED
from tests.conftest import ROOT
from tests.e2e.conftest import run_cli
from tests.e2e.repo_answers import answers, archive_of, thinned

pytestmark = pytest.mark.timeout(1800)  # three environments with their proofs
PROOFS = "1"  # runs of each reference answer and stub; a release of the pack is proven with 5


@pytest.fixture(scope="session")
def java_pack(whole_packs, tmp_path_factory, embedded_home) -> Path:
    """A copy of the pack whose environments are built."""
    folder = tmp_path_factory.mktemp("packs") / "repo-java"
    shutil.copytree(ROOT / "benchmarks" / "repo-java", folder, ignore=shutil.ignore_patterns("*.lock.json", "*.gz"))
    run_cli("benchmark", "build", folder, "--repeat", PROOFS, "--json", home=embedded_home, timeout=1800)
    return folder


def test_every_java_sample_is_proven(java_pack):
    lock = json.loads((java_pack / "environments.lock.json").read_text("utf-8"))
    proofs = lock["samples"]["RepoJava"]
    assert {name: proof["quarantined"] for name, proof in proofs.items() if proof["quarantined"]} == {}
    assert len(proofs) == 12
    assert all(proof["first"] for proof in proofs.values())


@pytest.mark.parametrize(("profile", "full"), [("strict", False), ("strict", True), ("mera-1", False)])
def test_every_java_answer_gets_its_verdict(java_pack, embedded_home, tmp_path, profile, full):
    pack = load_pack(java_pack) if (profile, full) == ("strict", False) else thinned(load_pack(java_pack))
    known = answers(java_pack, pack)
    tasks = {task.name: replace(task, settings={**task.settings, "full": full}) for task in pack.tasks.values()}
    request = Request(archive_of(known, tmp_path / "answers.zip"), with_digest(replace(pack, tasks=tasks)),
                      profile=profile, no_cache=True)
    scored = run(Settings(home=embedded_home), request)
    found = {(row["sample"], row["attempt"]): row for row in scored.verdicts}
    wrong = {(one.sample, one.kind): (found[key]["verdict"], found[key]["reason"]) for key, one in known.items()
             if (found[key]["verdict"] == PASSED) != one.expected[profile]}
    assert (wrong, scored.unscored, len(found)) == ({}, 0, len(known))
    assert len(known) == 12 * 6 + 3 * 5 or pack.tasks.keys() == {one.task for one in known.values()}
    broken = {found[key]["verdict"] for key, one in known.items() if one.kind == "does_not_compile"}
    assert broken == {COMPILE_ERROR} or profile == "mera-1"
