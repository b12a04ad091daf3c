"""What a judge's answer means, by profile."""

import json

import pytest

from scoring.judge.labels import mera_label, strict_label
from scoring.metrics.judge_at_k import judge_at_k

STRICT = [
    ("correct", True), ("Correct", True), (" correct.\n", True), ('"correct"', True), ("**Correct**", True),
    ("wrong", False), ("WRONG!", False), ("«wrong»", False),
    ("incorrect", None), ("not correct", None), ("correct, not wrong", None), ("correctly described", None), ("wrongly", None),
    ("answer: correct", None), ("верно", None), ("", None), ("unsure", None), ("correct\ncorrect", None), ("сorrect", None),
]


@pytest.mark.parametrize(("answer", "label"), STRICT)
def test_strict_takes_one_word_for_an_answer_and_nothing_else(answer, label):
    assert strict_label(answer) is label


def test_mera_reads_answers_as_the_reference_does(shared):
    rows = [json.loads(line) for line in (shared / "vectors" / "judge_rucodereviewer.jsonl").read_text("utf-8").splitlines()]
    answers = [row for row in rows if "judge_answer" in row]
    assert [mera_label(row["judge_answer"]) for row in answers] == [row["expected_label"] == 1 for row in answers]
    assert len(answers) >= 10


def test_judge_at_k_counts_as_the_reference_does(shared):
    rows = [json.loads(line) for line in (shared / "vectors" / "judge_rucodereviewer.jsonl").read_text("utf-8").splitlines()]
    for row in (row for row in rows if "labels" in row):
        judged = [int(mera_label(label)) for label in row["labels"]]
        assert {f"pass@{k}": judge_at_k(judged, k) for k in (1, 5, 10)} == row["expected"], row["id"]
