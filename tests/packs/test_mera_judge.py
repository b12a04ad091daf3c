"""The judge's prompt that ships with MERA's rules."""

from adapters.benchmarks.text import read_yaml
from adapters.settings import ROOT
from scoring.judge.labels import strict_label
from scoring.judge.prompt import faults_of, messages

PROMPT = read_yaml(ROOT / "benchmarks" / "mera-code" / "judge.yaml")


def test_it_asks_with_what_the_records_of_the_task_have():
    assert faults_of(PROMPT, {"diff_block"}) == []


def test_its_examples_answer_as_strict_reads_answers_and_show_both():
    assert {strict_label(shot["answer"]) for shot in PROMPT["shots"]} == {True, False}


def test_a_question_shows_change_expected_and_judged_comment_in_this_order():
    asked = messages(PROMPT, {"diff_block": "+a", "reference": "эталон"}, "проверяемое")[-1]["content"]
    assert asked.index("+a") < asked.index("эталон\n") < asked.index("> проверяемое")
