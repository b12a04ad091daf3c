"""Kind `python-tests`: a Python function (or program) judged by test code: HumanEval's `check`, MBPP's asserts.

A sample's `inputs`: `prompt` (code that the answer continues; may be empty), `tests` (code that raises when the answer
is wrong), `setup` (imports for the tests; optional), `entry_point` (the function that the tests call; optional, and
helps to find the answer in a reply). `outputs`: `{"solution": gold}` (optional). `settings.judge` (optional) says where
the tests run, if the rules of judging.py should not decide it.
"""

import re
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract.strict_python import extract
from scoring.generation import Generation
from scoring.near import meant
from scoring.outcome import Outcome
from scoring.tasks import judging, tested
from scoring.tasks.kind import NOTHING_CAME, is_blank, unknown_settings
from scoring.verdict import Verdict

_OPEN_HEADER = re.compile(r"^(?P<margin>[ \t]*)(?:async[ \t]+def|def|class)\b[^\n]*:\s*\Z", re.MULTILINE)
_AT_THE_MARGIN = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*+[^\s#]")

name = "python-tests"
runtime = "python"
default_metrics = ("pass@1",)


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, ("judge",)) + tested.lacking_or_misspelt(task)
    if task.settings.get("judge", judging.INSIDE) not in judging.WAYS:
        faults.append(f"task {task.name}: settings.judge must be one of {', '.join(judging.WAYS)}"
                      + meant(task.settings["judge"], judging.WAYS))
    return faults or [
        f"task {task.name}, sample {sample.id}: {fault}" for sample in task.samples for fault in tested.faults_of(sample)]


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    prompt, entry_point = sample.inputs["prompt"], sample.inputs.get("entry_point")
    setup, tests = sample.inputs.get("setup") or "", sample.inputs["tests"]
    return Case(
        runtime=task.runtime or runtime, runner="python-tests",
        program=program(prompt, extract(generation.output, entry_point)),
        payload=payload(prompt, setup, tests, entry_point, task.settings.get("judge")),
        limits=task.limits,
    )


def payload(prompt: str, setup: str, tests: str, entry_point: str | None, way: str | None = None) -> dict[str, Any]:
    """What the room needs beside the program; `way` is where the tests run (judging.py), decided here unless given."""
    return {
        "prompt": prompt, "setup": setup, "tests": tests, "entry_point": entry_point,
        "judge": way or judging.way(prompt, setup, tests),
    }


def program(prompt: str, code: str) -> str:
    """The prompt and, on a line of its own, the code: a body continues it, a whole function redefines it.

    >>> program("def f(x):\\n", "def f(x):\\n    return 1\\n")
    'def f(x):\\n    pass\\ndef f(x):\\n    return 1\\n'
    """
    gap = "" if not prompt or prompt.endswith("\n") else "\n"
    if (header := _OPEN_HEADER.search(prompt)) and _AT_THE_MARGIN.match(code):
        gap += f"{header['margin']}    pass\n"  # or the prompt's bare signature would break a right answer
    return f"{prompt}{gap}{code}"


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    return tested.verdict_of(outcome)


def gold(task: Task, sample: Sample) -> str | None:
    return tested.gold_of(sample)


def stub(task: Task, sample: Sample) -> str:
    if sample.inputs["prompt"]:
        return "    return None\n"
    return f"def {sample.inputs.get('entry_point') or 'answer'}(*args, **kwargs):\n    return None\n"
