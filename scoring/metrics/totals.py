"""One number for a whole benchmark, or the reason why there is none."""

import math
from collections.abc import Mapping
from typing import Any

from scoring.metrics.values import MetricValue

Metrics = Mapping[str, MetricValue]


def totals(tasks: Mapping[str, Metrics | None], weights: Mapping[str, float]) -> dict[str, Any]:
    """`{"total": metric, "partial": mean over the tasks that have a value, "missing": [tasks]}`.

    A task's value is the plain mean of all its metrics; the total is the mean over tasks by their weights, and its `n`
    counts tasks. A task that is None (not scored) or lacks a value makes the total null: a mean over other tasks than
    the benchmark's must not pass for it. UNSCORED samples of any task open the total's range.
    """
    values = {task: _mean(metrics, _value) for task, metrics in tasks.items()}
    there = {task: value for task, value in values.items() if value is not None}
    missing = sorted(set(values) - set(there))
    partial = _weighted(there, weights)
    if missing:
        total = MetricValue(None, len(there), reason=f"no value for {', '.join(missing)}")
    else:
        total = MetricValue(partial, len(there), **_range(tasks, weights))
    return {"total": total.as_json(), "partial": partial, "missing": missing}


def _value(metric: MetricValue) -> float | None:
    return metric.value


def _range(tasks: Mapping[str, Metrics], weights: Mapping[str, float]) -> dict[str, float]:
    if all(metric.low is None for metrics in tasks.values() for metric in metrics.values()):
        return {}
    bounds = {
        "low": lambda metric: metric.value if metric.low is None else metric.low,
        "high": lambda metric: metric.value if metric.high is None else metric.high,
    }
    return {name: _weighted({task: _mean(metrics, bound) for task, metrics in tasks.items()}, weights)
            for name, bound in bounds.items()}


def _mean(metrics: Metrics | None, of) -> float | None:
    values = [of(metric) for metric in (metrics or {}).values()]
    if not values or any(value is None for value in values):
        return None
    return math.fsum(values) / len(values)


def _weighted(values: Mapping[str, float], weights: Mapping[str, float]) -> float | None:
    weight = math.fsum(weights[task] for task in values)
    return math.fsum(value * weights[task] for task, value in values.items()) / weight if weight else None
