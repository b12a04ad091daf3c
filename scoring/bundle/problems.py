"""Collects every Problem of a submission, in bounded memory and with readable text."""

from collections import Counter

from scoring.canonical import readable
from scoring.counting import counted
from scoring.generation import Problem

QUARANTINED = "quarantined"
PER_KIND = 200  # listed problems of one (file, task, code); the rest is counted
PER_FILE = 1_000  # errors after which a file is read no further
LISTED = 10_000  # listed problems after which no further file is read


class Fault(Exception):
    """What is wrong with one row, line or document. Readers raise it; `Problems` gives it its place."""

    def __init__(self, code: str, message: str, mend: str):
        super().__init__(message)
        self.code, self.mend = code, mend


class Overlooked(Fault):
    """A row that is left out with a warning, for nothing is wrong with it."""


class EnoughProblems(Exception):
    """A file has `PER_FILE` errors: reading on would tell nobody anything."""


def shown(value: object, limit: int = 80) -> str:
    """`value` as text that is safe and short enough for a message."""
    text = readable(str(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"


class Problems:
    """The list, with at most `PER_KIND` entries of one kind and a last entry that counts the others.

    The first problem of each kind is always listed, so that the list says about every task whether it has errors.
    """

    def __init__(self):
        self._listed: list[Problem] = []
        self._kinds: Counter[tuple[str, str, str | None, str]] = Counter()  # (severity, file, task, code)
        self._row_errors: Counter[str] = Counter()
        self._faulty: set[tuple[str | None, str]] = set()  # (task, sample) with an error
        self._unread: set[str | None] = set()  # tasks whose file was not read to its end; None for a file of any tasks

    @property
    def are_too_many(self) -> bool:
        return len(self._listed) >= LISTED

    @property
    def have_errors(self) -> bool:
        return any(severity == "error" for severity, *_ in self._kinds)

    @property
    def overlooked(self) -> int:
        """How many rows answer samples that are out of the benchmark."""
        return sum(count for (_, _, _, code), count in self._kinds.items() if code == QUARANTINED)

    def concern(self, task: str) -> bool:
        """Whether the task has an error."""
        return any(severity == "error" and of == task for severity, _, of, _ in self._kinds)

    def concern_sample(self, task: str, sample: str) -> bool:
        return (task, sample) in self._faulty

    def hide_answers_to(self, task: str, *, has_document: bool) -> bool:
        """Whether a file that was not read to its end may hold answers to the task."""
        return task in self._unread or (None in self._unread and not has_document)

    def error(self, file: str, fault: Fault, *, task: str | None = None) -> None:
        self._add("error", file, fault, task)

    def unread(self, file: str, fault: Fault, *, task: str | None) -> None:
        """Adds an error for which the rest of the file was not read; `task` is None for a file of any tasks."""
        self._add("error", file, fault, task)
        self._unread.add(task)

    def row_error(self, file: str, fault: Fault, row: int, *, task: str | None, sample: str | None) -> None:
        """Raises EnoughProblems with the file's `PER_FILE`th one."""
        if isinstance(fault, Overlooked):
            return self.warning(file, fault, task=task, sample=sample)
        self._add("error", file, fault, task, sample, row)
        if sample is not None:
            self._faulty.add((task, sample))
        self._row_errors[file] += 1
        if self._row_errors[file] == PER_FILE:
            raise EnoughProblems

    def warning(self, file: str, fault: Fault, *, task: str | None = None, sample: str | None = None) -> None:
        self._add("warning", file, fault, task, sample)

    def _add(self, severity, file, fault, task, sample=None, row=None) -> None:
        kind = (severity, file, task, fault.code)
        self._kinds[kind] += 1
        if self._kinds[kind] <= PER_KIND:
            self._listed.append(Problem(
                severity=severity, file=shown(file, 200), code=fault.code, message=readable(str(fault)),
                mend=readable(fault.mend), sample=None if sample is None else shown(sample), row=row, task=task,
            ))

    def all(self) -> tuple[Problem, ...]:
        """Every problem in the order of reading, then one line per kind of which not all are listed."""
        rest = [
            Problem(severity=severity, file=shown(file, 200), task=task, code=code,
                    message=f"{counted(count - PER_KIND, 'more problem')} like the {PER_KIND} listed",
                    mend="as for those listed")
            for (severity, file, task, code), count in self._kinds.items() if count > PER_KIND
        ]
        return (*self._listed, *rest)
