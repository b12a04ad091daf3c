"""Kind `judged-review`: what is planned and what is refused; how it is judged is in tests/workers/judgeroom."""

import json
from dataclasses import replace

import pytest

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks.judged_review import check, compared, judge, plan
from scoring.verdict import NO_ANSWER, Verdict

SAMPLE = Sample("1", inputs={"diff": "+x", "lines": [1]}, outputs="Назовите понятнее")
TASK = Task("R", "judged-review", (SAMPLE,), runtime="judge",
            settings={"model": "m", "prompt": {"user": "{diff} {reference} {comment}"}})


def planned(output, profile="strict", task=TASK):
    return plan(task, task.samples[0], Generation("R", "1", 0, output), profile)


def test_a_case_holds_the_comments_and_all_that_the_judge_is_shown():
    case = planned("Комментарий 1: раз\nКомментарий 2: два")
    assert (case.runtime, case.payload["comments"]) == ("judge", ["раз", "два"])
    assert case.payload["subject"] == {"diff": "+x", "reference": "Назовите понятнее"}


@pytest.mark.parametrize("output", [None, "", " \n", "Назовите понятнее", "Комментарий 1:\n"])
def test_a_reply_without_comments_has_none_to_judge(output):
    assert (planned(output).name, planned(output).scores) == (NO_ANSWER, {"judged": []})


def test_the_key_follows_whatever_the_judge_would_see():
    shorter = {"model": "m", "prompt": {"user": "{comment}"}}
    base = planned("Комментарий 1: раз").key("image")
    others = [
        planned("Комментарий 1: два").key("image"), planned("Комментарий 1: раз").key("other image"),
        planned("Комментарий 1: раз", task=replace(TASK, settings={**TASK.settings, "model": "n"})).key("image"),
        planned("Комментарий 1: раз", task=replace(TASK, settings=shorter)).key("image"),
        planned("Комментарий 1: раз", task=replace(TASK, samples=(replace(SAMPLE, outputs="x"),))).key("image"),
    ]
    assert len({base, *others}) == 6
    assert planned("Итак:\nКомментарий 7: раз ").key("image") == base


@pytest.mark.parametrize(("change", "said"), [
    ({"settings": {"prompt": TASK.settings["prompt"]}}, "settings.model"),
    ({"settings": {"model": "m"}}, "prompt needs a text `user`"),
    ({"settings": {**TASK.settings, "promt": 1}}, "did you mean 'prompt'?"),
    ({"settings": {"model": "m", "prompt": {"user": "{comment} {lines}"}}}, "asks for {lines}"),
    ({"samples": (replace(SAMPLE, outputs=" "),)}, "expected comment"),
    ({"metrics": ("judge@1", "codebleu")}, "comments are no code"),
    ({"samples": (SAMPLE, replace(SAMPLE, id="2", inputs={}))}, "asks for {diff}"),
])
def test_a_task_that_cannot_be_judged_is_refused(change, said):
    assert any(said in fault for fault in check(replace(TASK, **change)))


def test_a_sound_task_has_no_fault():
    assert check(TASK) == []


def test_comments_are_compared_with_the_expected_one_as_the_reference_does(shared):
    """The closest comment by each metric; `mera-1` swaps it with the expected one, as the published scorer does."""
    rows = (shared / "vectors" / "score_rucodereviewer.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, rows):
        task = replace(TASK, samples=(replace(SAMPLE, outputs=row["gold"]),), metrics=("judge@1", "bleu", "chrf"))
        for profile, wanted in (("mera-1", row["expected"]), ("strict", row["unswapped"])):
            case = planned(row["text"], profile, task)
            verdict = judged(task, case) if isinstance(case, Case) else case
            for metric in ("bleu", "chrf"):
                assert 100 * verdict.scores[metric] == pytest.approx(wanted[metric], abs=1e-9), (row["id"], profile, metric)


def judged(task: Task, case: Case) -> Verdict:
    results = [{"answer": "wrong", **fact} for fact in compared(case)]
    outcome = Outcome(exit_code=0, report={"phase": "done", "error": None, "model": "m", "results": results})
    return judge(task, task.samples[0], outcome, "mera-1")
