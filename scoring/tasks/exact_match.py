"""Kind `exact-match`: the answer must equal the sample's outputs; nothing is executed.

Text is compared without white space around it. Tasks with `answer: json` compare JSON values: object keys in any
order, numbers by type and value, texts as they are.
"""

from typing import Any

from scoring.benchmark import Sample, Task
from scoring.canonical import canonical_json
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks.kind import NOTHING_CAME, is_blank, unknown_settings
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict

name = "exact-match"
runtime = None
default_metrics = ("exact_match",)


def check(task: Task) -> list[str]:
    return unknown_settings(task) + [
        f"task {task.name}, sample {sample.id}: there are no outputs to compare with"
        for sample in task.samples if _is_nothing(task, sample.outputs)]


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Verdict:
    if _is_nothing(task, generation.output):
        return NOTHING_CAME
    if _comparable(task, generation.output) == _comparable(task, sample.outputs):
        return Verdict(PASSED)
    return Verdict(WRONG_ANSWER, "the answer differs from the right one")


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    raise AssertionError("exact-match executes nothing, so there is no outcome to judge")


def gold(task: Task, sample: Sample) -> Any:
    return sample.outputs


def stub(task: Task, sample: Sample) -> Any:
    return "\u2205 no answer equals this"


def _is_nothing(task: Task, value: Any) -> bool:
    return value is None if task.answer == "json" else is_blank(value)


def _comparable(task: Task, value: Any) -> str:
    return value.strip() if task.answer == "text" and isinstance(value, str) else canonical_json(value)
