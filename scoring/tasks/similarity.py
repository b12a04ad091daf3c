"""Kind `similarity`: an answer has values for how close it is to the reference; none of them is right or wrong.

A sample's `outputs` is the reference, a text. The comparison is a case of the runtime `text`: parsers of code are C
libraries, and a hostile answer must not hang or crash the process that holds the job.

An answer that is blank (`NO_ANSWER`), longer than `settings.max_chars` (`OUTPUT_LIMIT`) or that takes more CPU time than
the task's limit (`TIME_LIMIT`) has the scores of an empty one: it stays in every mean and in the corpus.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.metrics import bleu, chrf
from scoring.near import meant
from scoring.outcome import Outcome
from scoring.similarity.languages import LANGUAGES, known
from scoring.similarity.words import words
from scoring.tasks.kind import NOTHING_CAME, is_blank, unknown_settings
from scoring.verdict import OUTPUT_LIMIT, SCORED, Verdict, limit_verdict

name = "similarity"
runtime = "text"
default_metrics = ("chrf",)

SETTINGS = ("language", "language_field", "swap", "average", "max_chars")
AVERAGES = ("corpus", "samples")
METRICS = ("chrf", "bleu", "codebleu")
MAX_CHARS = 100_000  # five times what a long test file has; parsing costs up to a second there
_COUNTED = {"chrf": chrf.value, "bleu": bleu.value}


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, SETTINGS) + _setting_faults(task)
    if not compared_metrics(task):
        faults.append(f"task {task.name}: kind {task.kind} needs one of the metrics {', '.join(METRICS)}")
    faults += [f"task {task.name}, sample {sample.id}: outputs must be the reference, a text that is not blank"
               for sample in task.samples if not isinstance(sample.outputs, str) or is_blank(sample.outputs)]
    if "codebleu" in task.metrics:
        faults += [f"task {task.name}, sample {sample.id}: its language must be one of {', '.join(LANGUAGES)}"
                   for sample in task.samples if language_of(task, sample) is None]
    return faults


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return Verdict(NOTHING_CAME.name, NOTHING_CAME.reason, scores=lowest(task, sample))
    return comparison(task, sample, generation.output, [generation.output])


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    limited = limit_verdict(outcome)
    if limited is not None:
        return Verdict(limited.name, limited.reason, scores=lowest(task, sample))
    return Verdict(SCORED, scores=best(task, outcome.report["results"]))


def gold(task: Task, sample: Sample) -> str:
    return sample.outputs


def stub(task: Task, sample: Sample) -> str:
    return " "


def comparison(task: Task, sample: Sample, answer: str, candidates: Sequence[str]) -> Case | Verdict:
    """The case that compares texts found in `answer` with the reference; a verdict when they are too long for it."""
    most = task.settings.get("max_chars", MAX_CHARS)
    if sum(map(len, candidates)) > most:
        return Verdict(OUTPUT_LIMIT, f"the answer is longer than {most} characters", scores=lowest(task, sample))
    return Case(
        runtime=runtime, runner="similarity", program=answer, limits=task.limits,
        payload={"reference": sample.outputs, "candidates": list(candidates), "metrics": list(compared_metrics(task)),
                 "language": language_of(task, sample), "swap": task.settings.get("swap", False)},
    )


def best(task: Task, results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Scores of the best candidate by each metric; `results` has the facts of every candidate (`scoring.similarity`)."""
    found: dict[str, Any] = {}
    for metric in compared_metrics(task):
        facts = [result[metric] for result in results]
        if metric == "codebleu":
            parts = max(facts, key=lambda parts: parts["codebleu"])
            found |= {"codebleu": parts["codebleu"], "codebleu_parts": parts}
            continue
        values = [_COUNTED[metric](counts) for counts in facts]
        found[metric] = max(values)
        if _is_over_corpus(task):
            found[f"{metric}_counts"] = facts[values.index(found[metric])]
    return found


def lowest(task: Task, sample: Sample) -> dict[str, Any]:
    """The scores of an empty answer."""
    swap = task.settings.get("swap", False)
    return _bound(task, 0.0, {"chrf": lambda: chrf.of_empty(sample.outputs, swap),
                              "bleu": lambda: _bleu_counts("", sample.outputs, swap)})


def highest(task: Task, sample: Sample) -> dict[str, Any]:
    """The scores of an answer that equals the reference, with 1 for every value."""
    return _bound(task, 1.0, {"chrf": lambda: chrf.of_equal(sample.outputs),
                              "bleu": lambda: _bleu_counts(sample.outputs, sample.outputs, False)})


def _bound(task: Task, value: float, counts: Mapping[str, Callable[[], list[int]]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for metric in compared_metrics(task):
        found[metric] = value
        if metric in counts and _is_over_corpus(task):
            found[f"{metric}_counts"] = counts[metric]()
    return found


def _bleu_counts(answer: str, reference: str, swap: bool) -> list[int]:
    pair = bleu.ngrams(words(answer)), bleu.ngrams(words(reference))
    return bleu.counts(*(reversed(pair) if swap else pair))


def compared_metrics(task: Task) -> tuple[str, ...]:
    """Those of the task's metrics that a comparison gives."""
    return tuple(metric for metric in task.metrics if metric in METRICS)


def language_of(task: Task, sample: Sample) -> str | None:
    """From `settings.language`, or the field of inputs or meta that `settings.language_field` names."""
    field = task.settings.get("language_field")
    if field is None:
        return known(task.settings.get("language"))
    inputs = sample.inputs if isinstance(sample.inputs, Mapping) else {}
    return known(inputs.get(field, sample.meta.get(field)))


def _is_over_corpus(task: Task) -> bool:
    return task.settings.get("average", "corpus") == "corpus"


def _setting_faults(task: Task) -> list[str]:
    found, settings = [], task.settings
    if settings.get("average", "corpus") not in AVERAGES:
        found.append(f"settings.average must be one of {', '.join(AVERAGES)}{meant(settings['average'], AVERAGES)}")
    if not isinstance(settings.get("swap", False), bool):
        found.append("settings.swap must be true or false")
    most = settings.get("max_chars", MAX_CHARS)
    if isinstance(most, bool) or not isinstance(most, int) or not 0 < most <= MAX_CHARS:
        found.append(f"settings.max_chars must be a whole number from 1 to {MAX_CHARS}")
    return [f"task {task.name}: {fault}" for fault in found]
