"""The table of kinds. A new kind is one file in the shape of its siblings and one line here."""

from collections.abc import Mapping
from typing import Any

from scoring.repository.rules import runtime_of as repository_runtime
from scoring.tasks import (
    exact_match,
    judged_review,
    label,
    lint,
    processed,
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

KINDS: dict[str, Kind] = {kind.name: kind for kind in (
    python_tests, python_io, program_tests, exact_match, label, lint, similarity, unit_tests, review, judged_review, processed,
    repo_completion, repo_patch, repo_testgen)}

# Kinds whose attempts have scores: (task, sample) -> those of the worst and of the best answer, for what stays UNSCORED.
BOUNDS = {kind: (similarity.lowest, similarity.highest) for kind in (similarity.name, unit_tests.name, review.name)} | {
    judged_review.name: (judged_review.lowest, judged_review.highest)}

# Kinds of which some scores need no outcome: (task, sample, case) -> those, for a case that stays UNSCORED.
WITHOUT_OUTCOME = {judged_review.name: judged_review.without_judge}


# Kinds that run in the room of their settings' language.
_BY_SETTINGS = {program_tests.name: program_tests.runtime_of} | {
    kind.name: repository_runtime for kind in (repo_completion, repo_patch, repo_testgen)}


def runtime_of(kind: str, settings: Mapping[str, Any]) -> str | None:
    """Where a task's programs run: the one room of its kind, or that of its language. None: nothing needs to run."""
    return _BY_SETTINGS[kind](settings) if kind in _BY_SETTINGS else KINDS[kind].runtime
