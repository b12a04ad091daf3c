"""What a kind of task is: the rules by which its answers are planned and judged."""

from collections.abc import Mapping
from typing import Any, Protocol

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.near import meant, nearest
from scoring.outcome import Outcome
from scoring.verdict import NO_ANSWER, Verdict

MISSPELT = 0.8  # likeness of a misspelt field to the one that was meant; records may hold more than a kind reads
NOTHING_CAME = Verdict(NO_ANSWER, "the answer to this attempt is empty, or not in the submission")


class Kind(Protocol):
    """One entry of `scoring.tasks.KINDS`. Every method is pure."""

    name: str
    runtime: str | None  # the default of tasks that name none; None: nothing is executed
    default_metrics: tuple[str, ...]

    def check(self, task: Task) -> list[str]:
        """What the task's samples lack for this kind, one sentence each; empty when all is well."""

    def plan(self, task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
        """The program to run, or the verdict where nothing needs to run. Never raises for a strange answer.

        A generation whose `output` is None and that was not `executed` says that nothing came: that never passes.
        """

    def judge(self, task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
        """The verdict over what happened. `reason` never quotes tests, values or text that the program chose."""

    def gold(self, task: Task, sample: Sample) -> Any | None:
        """An answer that must pass; None when the sample has none, or nothing to run it in."""

    def stub(self, task: Task, sample: Sample) -> Any | None:
        """An answer that must fail; None when there is nothing to run it in."""


def is_blank(output: Any) -> bool:
    """Whether nothing came: null, or text without a visible character."""
    return output is None or (isinstance(output, str) and not output.strip())


def unknown_settings(task: Task, known: tuple[str, ...] = ()) -> list[str]:
    """A sentence for each setting of the task that its kind does not have, with the closest that it has."""
    return [f"task {task.name}: kind {task.kind} has no setting {name!r}{meant(name, known)}"
            for name in task.settings if name not in known]


def lacking(task: Task, where: str, part: str, names: tuple[str, ...]) -> list[str]:
    """A sentence for each sample whose `where` (inputs, outputs or meta) lacks one of the named text fields."""
    faults = []
    for sample in task.samples:
        values = getattr(sample, where)
        for name in names:
            if not isinstance(values, dict) or not isinstance(values.get(name), str):
                faults.append(f"task {task.name}, sample {sample.id}: {part} needs the text field {name!r}")
    return faults


def misspelt_fields(task: Task, **known: tuple[str, ...]) -> list[str]:
    """A sentence for each field of the named parts (inputs, outputs, meta) that is none of the known and looks like one that
    its record lacks; that one would pass for left out. Other fields are welcome: prompts and breakdowns may show them.
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for sample in task.samples:
        for part, names in known.items():
            values = getattr(sample, part)
            for name, near in _misspelt(values, names) if isinstance(values, Mapping) else ():
                found.setdefault((part, name, near), []).append(sample.id)
    return [f"task {task.name}, sample {first}{f' and {len(more)} more' if more else ''}: "
            f"{part} has a field {name!r} that is not read; did you mean {near!r}?"
            for (part, name, near), (first, *more) in found.items()]


def _misspelt(values: Mapping[str, Any], names: tuple[str, ...]) -> list[tuple[str, str]]:
    lacking = [name for name in names if name not in values]
    if not lacking:
        return []
    others = [name for name in values if name not in names]
    return [(name, near) for name in others if (near := nearest(name, lacking, MISSPELT))]
