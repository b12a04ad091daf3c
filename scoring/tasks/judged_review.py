"""Kind `judged-review`: a reply that holds review comments; an LLM judge says which of them make the expected remark.

A sample's `inputs` are texts by name (a diff), `outputs` is the expected comment. `settings.prompt` is the judge's prompt
(`scoring/judge/prompt.py`; a file of the pack, by `files: {prompt: ...}`), `settings.model` the judge that the benchmark
asks for. One case holds all comments of a reply, for the room asks about them at once, and a reply is unscored as a
whole or not at all. A reply passes when one of its comments is accepted; `judged` in its scores has them all, in order.

The metrics bleu and chrf may stand beside judge@K: they take the comment that is closest to the expected one, and their mean
over samples; `mera-1` takes the expected comment for the hypothesis, as the published scorer does. Comments are short, so
they are compared where they are judged, without a case of their own; these scores stand even where the judge fails.

Profile `mera-1` reads answers by the reference's rule. `strict` takes one word for an answer. What is neither word may be
the judge's fault or the comment's, so the room then asks about the expected comment itself: if that gets no word either,
the judge is at fault and the sample is unscored; else the comment has confused it, and counts as not accepted.
"""

from dataclasses import replace
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract.mera_review import comments
from scoring.generation import Generation
from scoring.judge.labels import mera_label, strict_label
from scoring.judge.prompt import REFERENCE, faults_of
from scoring.outcome import Outcome
from scoring.similarity.pairs import compare
from scoring.tasks import similarity
from scoring.tasks.kind import NOTHING_CAME, is_blank, unknown_settings
from scoring.verdict import NO_ANSWER, OUTPUT_LIMIT, PASSED, WRONG_ANSWER, Verdict

name = "judged-review"
runtime = "judge"
default_metrics = ("judge@1", "judge@5", "judge@10")

MAX_CHARS = 40_000  # of all comments: ten of the length that the judge is shown


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, ("model", "prompt"))
    if not isinstance(task.settings.get("model"), str) or not task.settings["model"].strip():
        faults.append(f"task {task.name}: settings.model must name the judge, as its endpoint calls it")
    if "codebleu" in task.metrics:
        faults.append(f"task {task.name}: comments are no code, so codebleu is no metric of kind {task.kind}")
    known = set.intersection(*(set(_inputs(sample)) for sample in task.samples)) if task.samples else set()
    faults += [f"task {task.name}: the judge's prompt {fault}" for fault in faults_of(task.settings.get("prompt"), known)
               if task.samples]  # without one nobody knows what the prompt may name
    return faults + [f"task {task.name}, sample {sample.id}: outputs must be the expected comment, a text"
                     for sample in task.samples if not isinstance(sample.outputs, str) or is_blank(sample.outputs)]


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return Verdict(NOTHING_CAME.name, NOTHING_CAME.reason, scores=lowest(task, sample))
    found = comments(generation.output)
    if not found:
        return Verdict(NO_ANSWER, "the reply has no comment in the form that the task asks for", scores=lowest(task, sample))
    if sum(map(len, found)) > MAX_CHARS:
        return Verdict(OUTPUT_LIMIT, f"its comments are longer than {MAX_CHARS} characters", scores=lowest(task, sample))
    return Case(
        runtime=runtime, runner="judge", program="\n".join(found), limits=task.limits,
        payload={"model": task.settings["model"], "comments": found, "prompt": task.settings["prompt"],
                 "subject": {**_inputs(sample), REFERENCE: sample.outputs}, "one_word": profile != "mera-1",
                 "metrics": list(similarity.compared_metrics(task)), "swap": profile == "mera-1"},
    )


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    results, read = outcome.report["results"], mera_label if profile == "mera-1" else strict_label
    labels = [read(result["answer"]) for result in results]
    judged = [int(label is True) for label in labels]
    scores = {"judged": judged, "unclear": labels.count(None), "judge": outcome.report["model"],
              **similarity.best(_over_samples(task), results)}
    return Verdict(PASSED if any(judged) else WRONG_ANSWER, f"{sum(judged)} of {len(judged)} comments were accepted",
                   scores=scores)


def gold(task: Task, sample: Sample) -> str:
    return f"Комментарий 1: {sample.outputs}"


def stub(task: Task, sample: Sample) -> str:
    return "Комментарий 1: Всё хорошо, замечаний нет."


def lowest(task: Task, sample: Sample) -> dict[str, Any]:
    """The scores of a reply without comments."""
    return {"judged": [], **similarity.lowest(_over_samples(task), sample)}


def highest(task: Task, sample: Sample) -> dict[str, Any]:
    """The scores of the expected comment itself."""
    return {"judged": [1], **similarity.highest(_over_samples(task), sample)}


def without_judge(task: Task, sample: Sample, case: Case) -> dict[str, Any]:
    """The scores that need no judge, so that they are not lost with one."""
    return similarity.best(_over_samples(task), compared(case))


def compared(case: Case) -> list[dict[str, Any]]:
    """The facts of comparing each comment of a case with the expected one."""
    return compare({**case.payload, "reference": case.payload["subject"][REFERENCE], "candidates": case.payload["comments"]})


def _over_samples(task: Task) -> Task:
    """Over a corpus the closest comment of a sample would depend on the others."""
    return replace(task, settings={"average": "samples"})


def _inputs(sample: Sample) -> dict[str, Any]:
    """The text fields of a sample's inputs, which a prompt may show."""
    inputs = sample.inputs if isinstance(sample.inputs, dict) else {}
    return {field: value for field, value in inputs.items() if isinstance(value, str)}
