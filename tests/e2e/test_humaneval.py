"""Published HumanEval answers, scored by the command line in real sandboxes, against published results."""

import json

import pytest


def expected(shared, name: str) -> dict:
    return json.loads((shared / "cases" / "humaneval" / f"expected-{name}.json").read_text())


@pytest.mark.parametrize("name", ["gold", "stub", "gpt35", "agent"])
def test_single_answers_pass_exactly_where_their_authors_say(shared, humaneval, score, name):
    want = expected(shared, name)
    report = score(shared / "cases" / "humaneval" / f"submission-{name}.zip", humaneval(), "--no-cache")
    task = report["content"]["tasks"]["HumanEval"]
    passed = sorted(sample for sample, passes in task["passed_per_sample"].items() if passes)
    assert passed == sorted(want["passed"])
    assert task["metrics"]["pass@1"]["value"] == want["pass@1"]
    assert (task["samples"], task["unscored"]) == (want["samples"], 0)


def test_ten_attempts_give_the_published_passes_and_pass_at_k(shared, humaneval, score):
    want = expected(shared, "ten-attempts")
    report = score(shared / "cases" / "humaneval" / "submission-ten-attempts.zip", humaneval(10), "--no-cache")
    task = report["content"]["tasks"]["HumanEval"]
    assert task["passed_per_sample"] == want["passed_per_sample"]
    for k in (1, 5, 10):
        assert task["metrics"][f"pass@{k}"]["value"] == pytest.approx(want[f"pass@{k}"], abs=1e-12)


def test_a_repeat_from_stored_outcomes_has_the_same_content(shared, humaneval, score):
    archive = shared / "cases" / "humaneval" / "submission-gpt35.zip"
    fresh = score(archive, humaneval(), "--no-cache")
    again = score(archive, humaneval())
    assert again["content"] == fresh["content"]
    assert again["provenance"]["content_sha256"] == fresh["provenance"]["content_sha256"]
    assert again["measures"]["reused"] == again["measures"]["cases"]
