"""Kind `review`: the comments of a reply against the expected one; the closest counts, by each metric.

Samples and settings are those of `similarity` with `average: samples`, but for `swap`: `mera-1` takes the expected comment
for the hypothesis, as the published scorer does, and `strict` the other way round. A reply without a comment has the
scores of an empty text.
"""

from dataclasses import replace
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract.mera_review import comments
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks import similarity
from scoring.tasks.kind import NOTHING_CAME, is_blank
from scoring.verdict import NO_ANSWER, Verdict

name = "review"
runtime = similarity.runtime
default_metrics = ("bleu", "chrf")


def check(task: Task) -> list[str]:
    faults = [f"task {task.name}: kind {name} takes `swap` from the profile"] if "swap" in task.settings else []
    if task.settings.get("average") != "samples":  # counts over a corpus would have to know the profile
        faults.append(f"task {task.name}: kind {name} needs settings.average: samples")
    return faults + similarity.check(task)


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    task = _swapped(task, profile)
    found = [] if is_blank(generation.output) else comments(generation.output)
    if not found:
        reason = NOTHING_CAME.reason if is_blank(generation.output) else "the reply holds no comment in the form asked for"
        return Verdict(NO_ANSWER, reason, scores=similarity.lowest(task, sample))
    return similarity.comparison(task, sample, generation.output, found)


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    return similarity.judge(_swapped(task, profile), sample, outcome, profile)


def gold(task: Task, sample: Sample) -> str:
    return f"Комментарий 1: {sample.outputs}"


def stub(task: Task, sample: Sample) -> Any:
    return similarity.stub(task, sample)


def _swapped(task: Task, profile: str) -> Task:
    return replace(task, settings={**task.settings, "swap": profile == "mera-1"})
