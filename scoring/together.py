"""Cases that one execution can hold. Loading a linter costs as much as forty files cost it, and it executes none of them.

The cases stay what they are: each has its own key, outcome and verdict. What is joined has the limits of one case, so an
execution that kept to them proves that each of its cases does; after any other, the caller runs them one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from scoring.case import Case
from scoring.outcome import Outcome

T = TypeVar("T")
RUNNERS = frozenset({"lint"})  # modes of the in-container runner that take `files` in place of a program
MOST_CHARS = 500_000  # of the programs of one execution: more would be lost when one of them stalls it
BATCH_FACTOR = 5  # files that take as long as one program, most of which goes to starting it
_PER_FILE = ("files", "originals", "count")


def groups(items: Sequence[T], case_of: Callable[[T], Case]) -> Iterator[list[T]]:
    """The items in their order, cut where the next case cannot join those before it."""
    group: list[T] = []
    for item in items:
        if group and not _joins(case_of(item), [case_of(one) for one in group]):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def batch_size(case: Case, programs: int) -> int:
    """How many cases like this one make a batch where `programs` programs do."""
    return programs * BATCH_FACTOR if case.runner in RUNNERS else programs


def joined(cases: Sequence[Case]) -> Case:
    """One case with the programs of all of them."""
    first = cases[0]
    payload = {**first.payload, "files": [case.program for case in cases], "count": len(cases)}
    if "originals" in first.payload:
        payload["originals"] = [original for case in cases for original in case.payload["originals"]]
    return replace(first, program="", payload=payload)


def parted(outcome: Outcome, number: int) -> list[Outcome] | None:
    """The outcome of each of `number` joined cases; None where something went wrong, whoever's fault it is. Each has an
    equal share of the time, and the peak of all: no one knows a single file's."""
    report = outcome.report
    if outcome.exit_code != 0 or report is None or report["phase"] != "done" or len(report["results"]) != number:
        return None
    if outcome.timed_out or outcome.memory_exceeded or outcome.output_exceeded or outcome.stdout or outcome.stderr:
        return None
    shares = {name: None if taken is None else round(taken / number)
              for name, taken in (("cpu_ms", outcome.cpu_ms), ("wall_ms", outcome.wall_ms))}
    return [replace(outcome, **shares, report={**report, "results": [result]}) for result in report["results"]]


def _joins(case: Case, group: Sequence[Case]) -> bool:
    chars = sum(len(one.program) for one in (case, *group))
    return case.runner in RUNNERS and chars <= MOST_CHARS and _common(case) == _common(group[0])


def _common(case: Case) -> Case:
    """What joined cases have in common."""
    rest = {name: value for name, value in case.payload.items() if name not in _PER_FILE}
    return replace(case, program="", payload=rest | {"compared": "originals" in case.payload})
