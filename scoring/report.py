"""The report: verdicts become task scores and totals.

`{schema, content, measures, provenance}`: `content` is the same, byte for byte, for the same verdicts; what differs
between runs (times, memory, ids) stands in `measures` and `provenance`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.benchmark import Benchmark, Sample, Task
from scoring.breakdown import cluster_of, groups
from scoring.canonical import digest
from scoring.metrics import measure
from scoring.metrics.totals import totals
from scoring.metrics.values import MetricValue, SampleTally
from scoring.tasks import BOUNDS
from scoring.verdict import UNSCORED, Verdict

SCHEMA = "assay.report/1"


@dataclass(frozen=True)
class AttemptResult:
    """One judged attempt. `facts` is what the submission says about how the answer was made."""

    task: str
    sample_id: str
    attempt: int
    verdict: Verdict
    facts: Mapping[str, Any] = field(default_factory=dict)  # with what the submitter says of it, see scoring/plan.py


def build_content(benchmark: Benchmark, profile: str, results: Iterable[AttemptResult],
                  tasks: Collection[str] | None = None, weak: Mapping[str, int] | None = None) -> dict[str, Any]:
    """`{"benchmark", "profile", "tasks", "totals"}`; `tasks` limits it to those scored (partial scoring), and the
    others are listed as missing; `weak` counts the passes of a task that a hostile answer could have forged.

    Raises KeyError for a result of a task that the benchmark lacks, and ValueError unless
    there is exactly one result for each declared attempt: a row that we lost must not become a model's failure."""
    by_task: dict[str, list[AttemptResult]] = {name: [] for name in benchmark.tasks}
    for result in results:
        by_task[result.task].append(result)
    tallies = {
        name: tally(task, by_task[name]) for name, task in benchmark.tasks.items() if tasks is None or name in tasks
    }
    metrics = {name: _metrics(benchmark.tasks[name], tallies[name]) if name in tallies else None for name in benchmark.tasks}
    weights = {name: task.weight for name, task in benchmark.tasks.items()}
    judges = {name: judge for name, found in tallies.items() if (judge := _judge(benchmark.tasks[name], found))}
    return {
        "benchmark": {"name": benchmark.name, "version": benchmark.version}, "profile": profile,
        "tasks": {name: _task_score(benchmark.tasks[name], by_task[name], found, metrics[name])
                  | ({"weight": weights[name]} if weights[name] != 1.0 else {})
                  | ({"judge": judges[name]} if name in judges else {})
                  | ({"weak_guarantee": weak[name]} if weak and weak.get(name) else {})
                  for name, found in tallies.items()},
        "totals": totals(metrics, weights, benchmark.totals) | _other_judges(judges),
    }


def build_report(content: Mapping[str, Any], measures: Mapping[str, Any], provenance: Mapping[str, Any]) -> dict[str, Any]:
    """The whole document; the SHA-256 of the canonical `content` stands in its provenance."""
    return {
        "schema": SCHEMA, "content": content, "measures": measures,
        "provenance": {**provenance, "content_sha256": digest(content)},
    }


def _metrics(task: Task, tallies: Mapping[str, SampleTally]) -> dict[str, MetricValue]:
    return {name: measure(name, list(tallies.values()), task.attempts) for name in task.metrics}


def _breakdown(task: Task, results: Sequence[AttemptResult], tallies: Mapping[str, SampleTally]) -> dict[str, Any]:
    prompts: dict[str, set[str]] = {}
    for result in results:
        if "prompt_id" in result.facts:
            prompts.setdefault(result.sample_id, set()).add(str(result.facts["prompt_id"]))
    return {
        by: {value: _slice(task, {sample_id: tallies[sample_id] for sample_id in members})
             for value, members in sorted(groups(task, by, prompts).items())}
        for by in task.breakdown
    }


def _slice(task: Task, tallies: Mapping[str, SampleTally]) -> dict[str, Any]:
    """Metrics over some of the samples, made anew: a corpus value is no mean of those of its parts."""
    metrics = {name: metric.as_json() for name, metric in _metrics(task, tallies).items()}
    return {"samples": len(tallies), "metrics": metrics, "unscored": sum(one.unscored for one in tallies.values())}


def _self_report(task: Task, results: Sequence[AttemptResult]) -> dict[str, Any]:
    """The metrics by what the submitter's machine said; `checked` counts attempts whose code was executed here as well."""
    claims = [result.facts["self_reported"] for result in results if "self_reported" in result.facts]
    if not claims:
        return {}
    claimed = [replace(result, verdict=Verdict(result.facts["self_reported"]["verdict"]))
               if "self_reported" in result.facts else result for result in results]
    metrics = _metrics(task, tally(task, claimed))
    return {"self_reported": {"attempts": len(claims), "checked": sum(claim["checked"] for claim in claims),
                              "metrics": {name: metric.as_json() for name, metric in metrics.items()}}}


def _set_apart(task: Task, results: Sequence[AttemptResult]) -> dict[str, Any]:
    """Samples that were taken out of the benchmark, with the reason, and those with an answer that tampered with its tests.

    Of a private task one word each: flags name tests, and an answer that has seen hidden ones may word its own.
    """
    flagged: dict[str, set[str]] = {}
    for result in results:
        if flags := (result.verdict.scores or {}).get("flags"):
            flagged.setdefault(result.sample_id, set()).update(["tampering"] if task.is_private else flags)
    return ({"quarantined": dict(sorted(task.quarantined.items()))} if task.quarantined else {}) | (
        {"flagged": {sample_id: sorted(flags) for sample_id, flags in sorted(flagged.items())}} if flagged else {})


def _tests_of_patches(results: Sequence[AttemptResult]) -> dict[str, Any]:
    """How many tests passed of those that patches must mend, and of those that they must keep: [passed, of how many]."""
    counted = [scores for result in results if "fail_to_pass" in (scores := result.verdict.scores or {})]
    sums = {name: [sum(scores[name][at] for scores in counted) for at in (0, 1)] for name in ("fail_to_pass", "pass_to_pass")}
    return {"tests": sums} if counted else {}


def _unscored_samples(tallies: Mapping[str, SampleTally]) -> dict[str, list[str]]:
    """The samples of which no attempt is scored: that none of theirs passed says nothing."""
    found = sorted(sample_id for sample_id, one in tallies.items() if one.unscored and not one.scored)
    return {"unscored_samples": found} if found else {}


def _cluster_numbers(tallies: Mapping[str, SampleTally]) -> dict[str, int]:
    """Sample id -> number of its cluster, so that two reports can be compared; without samples that are in none. A number,
    for nobody need know what a private sample comes from."""
    known = sorted({one.cluster for one in tallies.values() if one.cluster is not None})
    numbers = {cluster: number for number, cluster in enumerate(known)}
    return {sample_id: numbers[one.cluster] for sample_id, one in tallies.items() if one.cluster is not None}


def _judge(task: Task, tallies: Mapping[str, SampleTally]) -> dict[str, Any] | None:
    """Which judges answered for this task, beside the one that it asks for; None where none did."""
    used = {scores["judge"] for one in tallies.values() for scores in one.scores if scores and "judge" in scores}
    return {"asked_for": task.settings.get("model"), "used": sorted(used)} if used else None


def _other_judges(judges: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """The tasks that another judge scored than theirs: a total with them compares with no other benchmark run."""
    others = sorted(name for name, judge in judges.items() if judge["used"] != [judge["asked_for"]])
    return {"other_judge": others} if others else {}


def _task_score(task: Task, results: Sequence[AttemptResult], tallies: Mapping[str, SampleTally],
                metrics: Mapping[str, MetricValue]) -> dict[str, Any]:
    found = {
        "samples": len(task.samples), "attempts": task.attempts,
        "metrics": {name: metric.as_json() for name, metric in metrics.items()},
        "passed_per_sample": {sample_id: one.passed for sample_id, one in tallies.items()},
        "verdicts": dict(sorted(Counter(result.verdict.name for result in results).items())),
        "unscored": sum(one.unscored for one in tallies.values()),
        **_unscored_samples(tallies),
        **_self_report(task, results),
        **_set_apart(task, results),
        **_tests_of_patches(results),
    }
    if task.cluster:
        found["clusters"] = {"by": task.cluster, "number": len({one.cluster for one in tallies.values()})}
        found["cluster_of"] = _cluster_numbers(tallies)
    if task.breakdown:
        found["breakdown"] = _breakdown(task, results, tallies)
    return found


def tally(task: Task, results: Sequence[AttemptResult]) -> dict[str, SampleTally]:
    """Sample id -> tally. Raises ValueError unless there is exactly one result for each declared attempt."""
    found = {(result.sample_id, result.attempt): result.verdict for result in results}
    wanted = [(sample.id, attempt) for sample in task.samples for attempt in range(task.attempts)]
    if len(found) != len(results) or found.keys() != set(wanted):
        raise ValueError(f"task {task.name} needs {len(wanted)} results, one for each attempt; {len(results)} came")
    return {
        sample.id: _tally(task, sample, [found[sample.id, attempt] for attempt in range(task.attempts)])
        for sample in task.samples
    }


def _tally(task: Task, sample: Sample, verdicts: Sequence[Verdict]) -> SampleTally:
    unscored = sum(verdict.name == UNSCORED for verdict in verdicts)
    scores = tuple(verdict.scores for verdict in verdicts)
    lowest = highest = scores
    if unscored and task.kind in BOUNDS:
        lowest, highest = (
            tuple({**bound(task, sample), **(verdict.scores or {})} if verdict.name == UNSCORED else verdict.scores
                  for verdict in verdicts)
            for bound in BOUNDS[task.kind])
    passed = sum(verdict.passed for verdict in verdicts)
    return SampleTally(len(verdicts) - unscored, passed, unscored, scores, lowest, highest, cluster_of(task, sample))
