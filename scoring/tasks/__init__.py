"""The table of kinds. A new kind is one file in the shape of its siblings and one line here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.complaint import with_complaint, with_failed_test
from scoring.outcome import Outcome
from scoring.over_limit import with_limit
from scoring.repository.environment import without_quarantined
from scoring.repository.rules import runtime_of as repository_runtime
from scoring.tasks import (
    exact_match,
    judged_review,
    label,
    lint,
    program_tests,
    python_io,
    python_tests,
    repo_completion,
    repo_patch,
    repo_testgen,
    review,
    similarity,
    unit_tests,
)
from scoring.tasks.kind import Kind
from scoring.verdict import Verdict

KINDS: dict[str, Kind] = {kind.name: kind for kind in (
    python_tests, python_io, program_tests, exact_match, label, lint, similarity, unit_tests, review, judged_review,
    repo_completion, repo_patch, repo_testgen)}

# Kinds whose attempts have scores: (task, sample) -> those of the worst and of the best answer, for what stays UNSCORED.
BOUNDS = {kind: (similarity.lowest, similarity.highest) for kind in (similarity.name, unit_tests.name, review.name)} | {
    judged_review.name: (judged_review.lowest, judged_review.highest)}

# Kinds of which some scores need no outcome: (task, sample, case) -> those, for a case that stays UNSCORED.
WITHOUT_OUTCOME = {judged_review.name: judged_review.without_judge}


# Kinds of which scores follow from the case, whatever came of it: (task, sample, case) -> those.
_OF_CASE = {repo_completion.name: repo_completion.scores_of}

# Metrics over scores that only some kinds give, by the part of their names before @K. The others need verdicts only.
_TEXTS = frozenset({similarity.name, unit_tests.name, review.name, judged_review.name})
_METRICS_OF_SOME = {"compile": frozenset({repo_testgen.name}), "judge": frozenset({judged_review.name}),
                    "chrf": _TEXTS, "bleu": _TEXTS, "codebleu": _TEXTS}


def metric_fault(kind: str, metric: str) -> str | None:
    """Why a task of this kind cannot have this metric, which exists; it would be 0 whatever a model answers, or nothing."""
    kinds = _METRICS_OF_SOME.get(metric.partition("@")[0])
    if kinds is None or kind in kinds:
        return None
    return f"kind {kind} has no metric {metric!r}; that is for {', '.join(sorted(kinds))}"


# Kinds whose answers run in a prepared repository.
REPOSITORY_KINDS = frozenset({repo_completion.name, repo_patch.name, repo_testgen.name})


def judged(task: Task, sample: Sample, case: Case, outcome: Outcome, profile: str) -> Verdict:
    """The verdict of the task's kind over what came of a case."""
    verdict = with_complaint(KINDS[task.kind].judge(task, sample, outcome, profile), task, outcome)
    verdict = with_limit(with_failed_test(verdict, task, case, outcome), case, outcome)
    scores = _OF_CASE[task.kind](task, sample, case) if task.kind in _OF_CASE else None
    return replace(verdict, scores={**(verdict.scores or {}), **scores}) if scores else verdict


def as_it_stands(task: Task) -> Task:
    """The task without its quarantined samples and, as long as nothing of its repositories is built, without metrics: it
    has no value then, rather than one of 0."""
    if task.kind not in REPOSITORY_KINDS:
        return task
    return without_quarantined(task if task.runtime else replace(task, metrics=()))


# Kinds that run in the room of their settings' language.
_BY_SETTINGS = {program_tests.name: program_tests.runtime_of} | dict.fromkeys(REPOSITORY_KINDS, repository_runtime)


def runtime_of(kind: str, settings: Mapping[str, Any]) -> str | None:
    """Where a task's programs run: the one room of its kind, or that of its language. None: nothing needs to run."""
    return _BY_SETTINGS[kind](settings) if kind in _BY_SETTINGS else KINDS[kind].runtime
