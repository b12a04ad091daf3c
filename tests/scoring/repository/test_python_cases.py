"""The 112 answers to 16 real functions: the files they make, where these decide, and that no answer breaks the planning."""

import json

import pytest

from scoring.case import Case
from scoring.generation import Generation
from scoring.tasks import repo_completion
from tests.scoring.repository.making import completion

SAME_FILE = {"mera-1": {"gt", "gt_fenced"}, "strict": {"gt", "gt_fenced", "gt_plus_extra_function", "gt_dedented"}}


@pytest.fixture(scope="module")
def cases(shared):
    folder = shared / "cases" / "repo-python"
    records = {record["meta"]["id"]: record for record in json.loads((folder / "records.json").read_text())}
    answers = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert len(records) == 16 and len(answers) == 112
    return records, answers


def planned(record: dict, reply: str, profile: str):
    meta = record["meta"]
    task = completion(meta["left_context"], meta["gt"], meta["right_context"], rule="realcode", intent=meta["intent"],
                      file=meta["fn"])
    return repo_completion.plan(task, task.samples[0], Generation("T", "1", 0, output=reply), profile)


def test_right_answers_make_the_original_file_under_strict(cases):
    records, answers = cases
    for answer in answers:
        meta = records[answer["id"]]["meta"]
        if answer["kind"] in SAME_FILE["strict"]:
            case = planned(records[answer["id"]], answer["generation"], "strict")
            assert case.program == meta["left_context"] + meta["gt"] + meta["right_context"], (answer["id"], answer["kind"])


@pytest.mark.parametrize("profile", ["mera-1", "strict"])
def test_an_answer_that_must_pass_makes_code_that_is_the_original(cases, profile):
    """Equal but for blank lines, which the published placement adds."""
    records, answers = cases
    for answer in answers:
        case = planned(records[answer["id"]], answer["generation"], profile)
        assert isinstance(case, Case) == (answer["kind"] != "empty"), answer
        if not isinstance(case, Case):
            continue
        meta = records[answer["id"]]["meta"]
        same = squeezed(case.program) == squeezed(meta["left_context"] + meta["gt"] + meta["right_context"])
        expected = answer["expected_mera1" if profile == "mera-1" else "expected_strict"]
        assert same == bool(expected), (answer["id"], answer["kind"])


def squeezed(code: str) -> list[str]:
    return [line.rstrip() for line in code.split("\n") if line.strip()]
