"""A task whose environment was just built, and runs of its reference answers and stubs there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cli.environments.running import Rooms
from cli.environments.unstable import amended
from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.complaint import with_complaint
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.repository.environment import file_of
from scoring.repository.required import declared
from scoring.tasks import KINDS
from scoring.verdict import PASSED, UNSCORED, Verdict

PROFILE = "strict"


@dataclass(frozen=True)
class Locked:
    """A task with one environment as it was just built; nothing is known of its samples yet but which tests were `unstable`
    in runs of their reference answers."""

    task: Task
    name: str
    entry: Mapping[str, Any]
    unstable: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def with_lock(self, samples: Mapping[str, Any], *, full: bool) -> Task:
        lock = {"environments": {self.name: self.entry}, "samples": {self.task.name: samples}, "refused": {}}
        return replace(self.task, settings={**self.task.settings, "lock": lock, "full": full})

    def gold(self, sample: Sample, first: Sequence[str] | None = None) -> Case | Verdict:
        """The step of the reference answer: with every test, or with `first` the way that scoring goes."""
        task = self._asking(sample, first)
        answer = KINDS[task.kind].gold(task, sample)
        if answer is None:
            return Verdict(UNSCORED, "it has no reference answer")
        return self._planned(task, sample, answer)

    def stub(self, sample: Sample, first: Sequence[str] | None = None) -> Case | Verdict:
        """The step of the stub, likewise."""
        task = self._asking(sample, first)
        return self._planned(task, sample, KINDS[task.kind].stub(task, sample))

    def _asking(self, sample: Sample, first: Sequence[str] | None) -> Task:
        return self.with_lock({} if first is None else {sample.id: {"first": list(first)}}, full=first is None)

    def _planned(self, task: Task, sample: Sample, answer: Any) -> Case | Verdict:
        return KINDS[task.kind].plan(task, sample, Generation(task.name, sample.id, 0, answer), PROFILE)

    def without(self, unstable: Mapping[str, Sequence[int]]) -> "Locked":
        """The same, with tests that are required no longer."""
        baseline = amended(self.entry["baseline"], unstable)
        return replace(self, entry={**self.entry, "baseline": baseline}, unstable={**self.unstable, **unstable})

    def judged(self, sample: Sample, outcome: Outcome) -> Verdict:
        named = declared(sample)
        of_a_patch = named & self.unstable.keys() and not file_of(sample)  # others are judged by the baseline
        samples = {sample.id: {"stable": sorted(named - self.unstable.keys())}} if of_a_patch else {}
        task = self.with_lock(samples, full=True)
        return with_complaint(KINDS[task.kind].judge(task, sample, outcome, PROFILE), task, outcome)


@dataclass(frozen=True)
class Seen:
    """One run's facts, None where nothing had to run, and what they mean."""

    outcome: Outcome | None
    verdict: Verdict


def judged_runs(rooms: Rooms, locked: Locked, samples: Sequence[Sample], steps: Sequence[Case | Verdict], runs: int,
            each: Callable[[], None]) -> list[list[Seen]]:
    """Per sample `runs` verdicts; equal cases run together."""
    cases = list({case.key(""): case for case in steps if isinstance(case, Case)}.values())
    outcomes = rooms.run_all([case for case in cases for _ in range(runs)], each)
    by_key = {case.key(""): outcomes[at * runs:(at + 1) * runs] for at, case in enumerate(cases)}
    return [
        [Seen(None, step)] * runs if isinstance(step, Verdict) else
        [Seen(outcome, locked.judged(sample, outcome)) for outcome in by_key[step.key("")]]
        for sample, step in zip(samples, steps, strict=True)
    ]


def judged_again(locked: Locked, samples: Sequence[Sample], runs: Sequence[Sequence[Seen]]) -> list[list[Seen]]:
    """The same facts, judged by what is known now."""
    return [[one if one.outcome is None else Seen(one.outcome, locked.judged(sample, one.outcome)) for one in seen]
            for sample, seen in zip(samples, runs, strict=True)]


def passes(seen: Sequence[Seen]) -> int:
    return sum(one.verdict.name == PASSED for one in seen)
