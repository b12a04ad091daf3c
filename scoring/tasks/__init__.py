"""The table of kinds. A new kind is one file in the shape of its siblings and one line here."""

from collections.abc import Mapping
from typing import Any

from scoring.tasks import exact_match, program_tests, python_io, python_tests, similarity
from scoring.tasks.kind import Kind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (python_tests, python_io, program_tests, exact_match, similarity)}

# Kinds whose attempts have scores: (task, sample) -> those of the worst and of the best answer, for what stays UNSCORED.
BOUNDS = {similarity.name: (similarity.lowest, similarity.highest)}


def runtime_of(kind: str, settings: Mapping[str, Any]) -> str | None:
    """Where a task's programs run: the one room of its kind or, for `program-tests`, that of its language."""
    return program_tests.runtime_of(settings) if kind == program_tests.name else KINDS[kind].runtime
