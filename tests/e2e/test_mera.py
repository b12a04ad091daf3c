"""Submissions of the MERA family through the command line."""

import json

import pytest

from tests.e2e.conftest import run_cli
from tests.packs.mera_general.tasks import mera_general
from tests.packs.writing import write_pack


@pytest.fixture(scope="module")
def general(tmp_path_factory):
    return write_pack(mera_general(), tmp_path_factory.mktemp("mera") / "general")


@pytest.fixture(scope="module")
def bad_zip(shared):
    return shared / "cases" / "mera-bad-zip" / "sample_submission_bad.zip"


def test_a_faulty_submission_is_rejected_with_every_fault_at_once(bad_zip, general, score):
    rejected = score(bad_zip, general, expect=2)
    errors = {(problem["file"], problem["code"]) for problem in rejected["problems"] if problem["severity"] == "error"}
    assert rejected["state"] == "REJECTED"
    assert {file for file, _ in errors} == {
        "CheGeKa.json", "PARus.json", "SimpleAr.json", "ruEthics.jso", "ruHumanEval.json", "ruWorldTree.json",
    }


def test_partial_scores_the_sound_tasks_of_it(bad_zip, general, score):
    content = score(bad_zip, general, "--partial")["content"]
    assert {"BPS", "LCS", "MathLogicQA"} <= set(content["tasks"])
    assert {"CheGeKa", "PARus", "SimpleAr", "ruEthics", "ruHumanEval", "ruWorldTree"} <= set(content["totals"]["missing"])
    assert content["totals"]["total"]["value"] is None


def test_validate_lists_the_same_faults_without_scoring(bad_zip, general, embedded_home):
    found = json.loads(run_cli("validate", bad_zip, "--benchmark", general, "--json", home=embedded_home, expect=2))
    assert found["errors"] == 6
