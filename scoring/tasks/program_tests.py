"""Kind `program-tests`: a function in C++, Go, Java or JavaScript judged by test code in its language, as in HumanEval-X.

The task's `settings.language` names one of `scoring.languages.LANGUAGES`; `settings.judge` (optional) says where the tests
run, instead of what scoring.languages finds: "divided" or "inside" (scoring.tasks.judging). A sample's `inputs`: `prompt`
(code that the answer continues; may be empty), `tests` (code that runs to its very end when the answer is right: a `main` in
C++, a class `Main` in Java, functions `TestX(t *testing.T)` in Go, statements in JavaScript), `setup` (what the tests need;
optional), `entry_point` (the function that the tests call; optional). `outputs`: `{"solution": gold}` (optional).
"""

from collections.abc import Mapping
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.complaint import refuses_tests
from scoring.extract.program import extract
from scoring.generation import Generation
from scoring.languages import LANGUAGES
from scoring.near import meant
from scoring.outcome import Outcome
from scoring.tasks import judging, tested
from scoring.tasks.kind import NOTHING_CAME, is_blank, unknown_settings
from scoring.verdict import COMPILE_ERROR, Verdict

name = "program-tests"
runtime = "cpp"  # of a task whose language is unknown, which `check` refuses; otherwise see `runtime_of`
default_metrics = ("pass@1",)


def runtime_of(settings: Mapping[str, Any]) -> str:
    """The room of a task with these settings."""
    language = settings.get("language")
    return LANGUAGES[language].runtime if isinstance(language, str) and language in LANGUAGES else runtime


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, ("language", "judge")) + tested.lacking_or_misspelt(task)
    if task.settings.get("language") not in list(LANGUAGES):
        faults.append(f"task {task.name}: settings.language is one of {', '.join(LANGUAGES)}"
                      + meant(task.settings.get("language"), LANGUAGES))
    if task.settings.get("judge", judging.INSIDE) not in judging.PROGRAM_WAYS:
        faults.append(f"task {task.name}: settings.judge is one of {', '.join(judging.PROGRAM_WAYS)}"
                      + meant(task.settings["judge"], judging.PROGRAM_WAYS))
    return faults or [
        f"task {task.name}, sample {sample.id}: {fault}" for sample in task.samples for fault in _faults(task, sample)]


def _faults(task: Task, sample: Sample) -> list[str]:
    found = tested.faults_of(sample)
    language, entry_point = LANGUAGES[task.settings["language"]], sample.inputs.get("entry_point")
    prompt = sample.inputs["prompt"]
    if prompt.strip() and isinstance(entry_point, str) and not language.defines(prompt, entry_point):
        found.append(f"inputs.prompt defines no {entry_point!r}, which inputs.entry_point names")
    return found


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    language, entry_point = LANGUAGES[task.settings["language"]], sample.inputs.get("entry_point")
    parts = language.parts(sample.inputs, extract(generation.output, language, entry_point))
    way = task.settings.get("judge") or (judging.DIVIDED if language.can_divide(parts) else judging.INSIDE)
    return Case(runtime=language.runtime, runner="program-tests", program=parts.program,
                payload=parts.payload(entry_point, way), limits=task.limits)


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    found = tested.verdict_of(outcome)
    if found.name != COMPILE_ERROR:
        return found
    return Verdict(COMPILE_ERROR, f"the compiler refused the {'tests' if refuses_tests(outcome) else 'program'}")


def gold(task: Task, sample: Sample) -> str | None:
    return tested.gold_of(sample)


def stub(task: Task, sample: Sample) -> str:
    return LANGUAGES[task.settings["language"]].stub(sample.inputs)
