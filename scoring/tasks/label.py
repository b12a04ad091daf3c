"""Kind `label`: the answer names one of the task's labels, in whatever words around it; nothing is executed.

`settings.labels` lists them, a sample's `outputs` is the right one. `mera-1` looks for labels as parts of words, in their
very spelling; `strict` for whole words in any case that no negation stands before. An answer with no label, or with
several, is wrong.
"""

import re

from scoring.benchmark import Sample, Task
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks.kind import NOTHING_CAME, is_blank, unknown_settings
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict

name = "label"
runtime = None
default_metrics = ("exact_match",)


def check(task: Task) -> list[str]:
    labels = task.settings.get("labels")
    if not isinstance(labels, list) or len(labels) < 2 or not all(isinstance(label, str) and label for label in labels):
        return [*unknown_settings(task, ("labels",)), f"task {task.name}: settings.labels must list two texts or more"]
    return unknown_settings(task, ("labels",)) + [
        f"task {task.name}, sample {sample.id}: outputs must be one of {', '.join(labels)}"
        for sample in task.samples if sample.outputs not in labels]


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    found = labels_in(generation.output, task.settings["labels"], profile)
    if len(found) != 1:
        return Verdict(WRONG_ANSWER, f"the answer names {len(found)} of the labels")
    return Verdict(PASSED) if found == [sample.outputs] else Verdict(WRONG_ANSWER, "the answer names another label")


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    raise AssertionError("label executes nothing, so there is no outcome to judge")


def gold(task: Task, sample: Sample) -> str:
    return sample.outputs


def stub(task: Task, sample: Sample) -> str:
    return next(label for label in task.settings["labels"] if label != sample.outputs)


def labels_in(answer: str, labels: list[str], profile: str) -> list[str]:
    """The labels that the answer names.

    >>> labels_in("Unsuccessful", ["success", "failed"], "mera-1"), labels_in("unsuccessful", ["success", "failed"], "strict")
    (['success'], [])
    >>> labels_in("Success!", ["success", "failed"], "mera-1"), labels_in("Success!", ["success", "failed"], "strict")
    ([], ['success'])
    """
    if profile == "mera-1":
        return [label for label in labels if label in answer]
    return [label for label in labels
            if re.search(rf"(?<!\bnot )(?<!\bне )\b{re.escape(label)}\b", answer, re.IGNORECASE)]
