"""Kind `lint`: a linter must find nothing in the answer, a Python program that is never executed.

A sample's `inputs`: `code` (the original that the answer mends). `meta`: `canonical_code` (gold; optional).
`settings`: `linter`, one of `LINTERS`, and its `version`, which the room must hold.

`mera-1`: no finding at all, so that an empty answer, a comment or `# flake8: noqa` pass. `strict`: `noqa` is ignored, an
answer without a statement fails, and so does one that lost a function or class of the original. How far the syntax tree
moved (`ast_distance`, from 0 to 1) is told and decides nothing: mending may change it honestly.
"""

import json
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract import mera_functions, strict_python
from scoring.generation import Generation
from scoring.near import meant
from scoring.outcome import Outcome
from scoring.tasks.kind import NOTHING_CAME, is_blank, lacking, misspelt_fields, unknown_settings
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict, limit_verdict

name = "lint"
runtime = "python"
default_metrics = ("pass@1",)

RUNNER = "lint"
LINTERS = {"flake8": "7.3.0", "ruff": "0.17.6"}  # as requirements/room-python.lock puts them into the room


def check(task: Task) -> list[str]:
    linter, version = task.settings.get("linter"), task.settings.get("version")
    faults = unknown_settings(task, ("linter", "version"))
    if linter not in LINTERS:
        faults.append(f"task {task.name}: settings.linter must be one of {', '.join(LINTERS)}{meant(linter, LINTERS)}")
    elif version != LINTERS[linter]:
        faults.append(f"task {task.name}: settings.version must be {LINTERS[linter]!r}, the {linter} that the room holds")
    return faults + lacking(task, "inputs", "inputs", ("code",)) + misspelt_fields(
        task, inputs=("code",), meta=("canonical_code",))


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    reply = generation.output
    if reply is None or (profile != "mera-1" and is_blank(reply)):
        return NOTHING_CAME
    published = profile == "mera-1"
    return Case(
        runtime=task.runtime or runtime, runner=RUNNER, limits=task.limits,
        program=mera_functions.extract(reply) if published else strict_python.extract(reply, None),
        payload={"linter": task.settings["linter"], "version": task.settings["version"], "noqa": published, "count": 1,
                 **({} if published else {"originals": [sample.inputs["code"]]})},
    )


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    limited = limit_verdict(outcome)
    if limited is not None:
        return limited
    [result] = outcome.report["results"]
    facts = json.loads(result["str"])
    scores = {"ast_distance": facts["moved"]} if "moved" in facts else None
    reason = _fault(facts)
    return Verdict(WRONG_ANSWER, reason, scores=scores) if reason else Verdict(PASSED, scores=scores)


def gold(task: Task, sample: Sample) -> str | None:
    return sample.meta.get("canonical_code")


def stub(task: Task, sample: Sample) -> str:
    return "import os\nx=1\n"


def _fault(facts: dict[str, Any]) -> str:
    if facts["findings"]:
        codes = sorted({finding.rpartition(":")[2] for finding in facts["findings"]})
        return f"the linter finds {', '.join(codes)}"
    if facts.get("empty"):
        return "the answer holds no statement"
    return "the answer lost a function or class of the original" if facts.get("lost") else ""
