"""One number for a whole benchmark, or the reason why there is none."""

import math
from collections.abc import Collection, Mapping
from typing import Any

from scoring.metrics.values import MetricValue

Metrics = Mapping[str, MetricValue]


def totals(tasks: Mapping[str, Metrics | None], weights: Mapping[str, float],
           groups: Mapping[str, Collection[str]] | None = None) -> dict[str, Any]:
    """`{"total": metric, "partial": mean over the tasks that have a value, "missing": [tasks], "groups": {NAME: the
    same three over a group of tasks}}`; without `groups` there is no such key.

    A task's value is the plain mean of all its metrics; the total is the mean over tasks by their weights, and its `n`
    counts tasks. A task that is None (not scored) or lacks a value makes the total null: a mean over other tasks than
    the benchmark's must not pass for it. UNSCORED samples of any task open the total's range, even where no sample of
    it is scored.
    """
    found = _totals(tasks, weights)
    if groups:
        found["groups"] = {
            name: _totals({task: tasks[task] for task in members}, weights) for name, members in groups.items()}
    return found


def _totals(tasks: Mapping[str, Metrics | None], weights: Mapping[str, float]) -> dict[str, Any]:
    values = {task: _mean(metrics, _value) for task, metrics in tasks.items()}
    there = {task: value for task, value in values.items() if value is not None}
    missing = sorted(set(values) - set(there))
    partial = _weighted(there, weights)
    reason = f"no value for {', '.join(missing)}" if missing else None
    total = MetricValue(None if missing else partial, len(there), reason=reason, **_range(tasks, weights))
    return {"total": total.as_json(), "partial": partial, "missing": missing}


def _value(metric: MetricValue) -> float | None:
    return metric.value


def _range(tasks: Mapping[str, Metrics | None], weights: Mapping[str, float]) -> dict[str, float]:
    """`low` and `high`; empty where nothing is UNSCORED, or where a task has neither a value nor a range."""
    metrics = [metric for of_task in tasks.values() for metric in (of_task or {}).values()]
    if all(metric.low is None for metric in metrics):
        return {}
    bounds = {
        "low": lambda metric: metric.value if metric.low is None else metric.low,
        "high": lambda metric: metric.value if metric.high is None else metric.high,
    }
    means = {name: {task: _mean(of_task, bound) for task, of_task in tasks.items()} for name, bound in bounds.items()}
    if any(mean is None for of_bound in means.values() for mean in of_bound.values()):
        return {}
    return {name: _weighted(of_bound, weights) for name, of_bound in means.items()}


def _mean(metrics: Metrics | None, of) -> float | None:
    values = [of(metric) for metric in (metrics or {}).values()]
    if not values or any(value is None for value in values):
        return None
    return math.fsum(values) / len(values)


def _weighted(values: Mapping[str, float], weights: Mapping[str, float]) -> float | None:
    weight = math.fsum(weights[task] for task in values)
    return math.fsum(value * weights[task] for task, value in values.items()) / weight if weight else None
