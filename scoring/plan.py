"""From generations to what must be judged: every declared attempt of every sample, each once."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.benchmark import Benchmark, Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.tasks import KINDS
from scoring.verdict import Verdict


@dataclass(frozen=True)
class PlannedAttempt:
    """One attempt: either a `case` to execute, or a `verdict` already. `answer` is what was submitted."""

    task: str
    sample_id: str
    attempt: int
    answer: Any = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    case: Case | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Plan:
    attempts: tuple[PlannedAttempt, ...]


def plan_job(benchmark: Benchmark, generations: Iterable[Generation], profile: str,
             only_tasks: Collection[str] | None = None) -> Plan:
    """Attempts in the order of the benchmark's tasks and samples. What was not submitted is padded with NO_ANSWER, so
    that leaving answers out never pays. `only_tasks` limits the plan (partial scoring)."""
    given = {(one.task, one.sample_id, one.attempt): one for one in generations}
    planned = [
        _attempt(task, sample, attempt, given.get((task.name, sample.id, attempt)), profile)
        for task in benchmark.tasks.values() if only_tasks is None or task.name in only_tasks
        for sample in task.samples
        for attempt in range(task.attempts)
    ]
    return Plan(tuple(planned))


def _attempt(task: Task, sample: Sample, attempt: int, generation: Generation | None, profile: str) -> PlannedAttempt:
    generation = generation or Generation(task.name, sample.id, attempt)
    step = KINDS[task.kind].plan(task, sample, generation, profile)
    answer = generation.output if generation.executed is None else generation.executed
    facts = {**generation.facts, **_self_report(task, sample, generation, profile)}
    return PlannedAttempt(
        task.name, sample.id, attempt, answer, facts,
        case=step if isinstance(step, Case) else None, verdict=step if isinstance(step, Verdict) else None,
    )


def _self_report(task: Task, sample: Sample, generation: Generation, profile: str) -> dict[str, Any]:
    """What results from the submitter's machine come to, and whether the code was there to check them."""
    claimed = generation.executed if generation.reported is None else generation.reported
    if claimed is None:
        return {}
    verdict = KINDS[task.kind].plan(task, sample, replace(generation, output=None, executed=claimed), profile)
    return {"self_reported": {"verdict": verdict.name, "checked": generation.executed is None}}


def gate_generations(benchmark: Benchmark, which: str) -> list[Generation]:
    """Answers that must all pass ("gold"; samples without one are left out) or must all fail ("stub")."""
    made = []
    for task in benchmark.tasks.values():
        kind = KINDS[task.kind]
        for sample in task.samples:
            output = kind.gold(task, sample) if which == "gold" else kind.stub(task, sample)
            if output is not None:
                made.append(Generation(task=task.name, sample_id=sample.id, attempt=0, output=output))
    return made
