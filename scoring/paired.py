"""How sure the difference of two reports is: sample by sample, for both answered the same ones.

1. Of each sample that is scored in both, the value in `b` less the value in `a`.
2. The mean of these, with the bootstrap over samples that the metrics have (`metrics/intervals.py`). What makes a sample
   hard for both cancels out, so that the interval is narrower than the two reports' own suggest.
3. For the total, the samples of each task are drawn by themselves, and tasks are averaged as the total does.

A report holds passes of each sample and no other value, so only metrics that follow from passes have this: where their mean
is not the reported value they do not follow, and that is the reason given.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.metrics import intervals
from scoring.metrics.pass_at_k import pass_at_k

ROUNDING = 1e-9
NOT_OF_PASSES = "reports do not hold its value of each sample"
_OF_PASSES = {"exact_match": 1}  # metrics that may be a share of passes, with their k; pass@K besides


def paired(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    """From content `a` to content `b`: `{"tasks": {TASK: {"metrics": {NAME: {n, delta, ci95, reason}}, "only": {a, b}}},
    "total": {delta, ci95, reason}}` over the tasks that stand in both. `only` counts samples of which an attempt passes in
    that one alone. `ci95` is null with a `reason` where there is none.
    """
    names = [name for name in a["tasks"] if name in b["tasks"]]
    tasks = {name: _task(a["tasks"][name], b["tasks"][name]) for name in names}
    return {"tasks": tasks, "total": _total(a, b)}


def _task(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    both = _scored_in_both(a, b)
    passes = [(bool(a["passed_per_sample"][sample]), bool(b["passed_per_sample"][sample])) for sample in both]
    return {
        "metrics": {name: _change(_why_not(a, b, name), _differences(a, b, name, both), _clusters(a, both))
                    for name in sorted(a["metrics"].keys() & b["metrics"].keys())},
        "only": {"a": passes.count((True, False)), "b": passes.count((False, True))},
    }


def _change(why_not: str | None, differences: Sequence[float], clusters: Sequence[str | None]) -> dict[str, Any]:
    if why_not is not None:
        return {"n": len(differences), "delta": None, "ci95": None, "reason": why_not}
    interval = intervals.of_mean(differences, clusters).ci95
    return {"n": len(differences), "delta": intervals.mean(differences), "ci95": list(interval), "reason": None}


def _total(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    ends = [content["totals"]["total"]["value"] for content in (a, b)]
    if None in ends:
        return {"delta": None, "ci95": None, "reason": "one of them has no total"}
    why_not = _why_no_total(a, b)
    interval = None
    if why_not is None:
        strata = [_of_task(a["tasks"][name], b["tasks"][name]) for name in sorted(a["tasks"])]
        interval = list(intervals.bootstrap_of_strata(strata, _weights(a)))
    return {"delta": ends[1] - ends[0], "ci95": interval, "reason": why_not}


def _why_no_total(a: Mapping[str, Any], b: Mapping[str, Any]) -> str | None:
    """Why the difference of their totals has no interval, or None."""
    if a["tasks"].keys() != b["tasks"].keys():
        return "other tasks were scored"
    for name in a["tasks"]:
        one, other = a["tasks"][name], b["tasks"][name]
        if one["metrics"].keys() != other["metrics"].keys():
            return f"{name} has other metrics"
        for metric in one["metrics"]:
            if (why_not := _why_not(one, other, metric)) is not None:
                return f"{metric} of {name}: {why_not}"
        if one.get("unscored") or other.get("unscored"):
            return f"samples of {name} are unscored"
    if _weights(a) != _weights(b) or not all(_is_mean_by_weights(content) for content in (a, b)):
        return "the weights of its tasks are not the same, or an older report does not hold them"
    return None


def _weights(content: Mapping[str, Any]) -> list[float]:
    """In the order of the names: two documents need not have one order."""
    return [content["tasks"][name].get("weight", 1.0) for name in sorted(content["tasks"])]


def _is_mean_by_weights(content: Mapping[str, Any]) -> bool:
    """Reports of before weights stood in them have none, whatever their total was made by."""
    if not sum(_weights(content)):
        return False
    tasks = [content["tasks"][name]["metrics"].values() for name in sorted(content["tasks"])]
    means = [intervals.mean([metric["value"] for metric in metrics]) for metrics in tasks]
    return abs(intervals.weighted_mean(means, _weights(content)) - content["totals"]["total"]["value"]) < ROUNDING


def _of_task(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[Sequence[float]]:
    """What each sample, or cluster of them, adds to the difference of the task's value, which is the mean of its metrics."""
    both = _scored_in_both(a, b)
    of_metrics = [_differences(a, b, name, both) for name in sorted(a["metrics"])]
    rows = [(intervals.mean(column), 1) for column in zip(*of_metrics, strict=True)]
    return intervals.in_clusters(rows, _clusters(a, both))


def _why_not(a: Mapping[str, Any], b: Mapping[str, Any], name: str) -> str | None:
    """Why the metric `name` has no value of each sample, or None."""
    for task in (a, b):
        if "clusters" in task and "cluster_of" not in task:
            return f"samples hang together by {task['clusters']['by']}, and this older report does not say which do"
        if task["metrics"][name]["value"] is None:
            return task["metrics"][name].get("reason") or "one of them has no value"
        if task.get("unscored", 0) != len(_unscored(task)) * task["attempts"]:
            return "some attempts of a sample are unscored"
        values = [_value(task, name, sample) for sample in _scored(task)]
        if None in values or abs(intervals.mean(values) - task["metrics"][name]["value"]) > ROUNDING:
            return NOT_OF_PASSES
    both = _scored_in_both(a, b)
    if len(intervals.in_clusters([(0.0, 1)] * len(both), _clusters(a, both))) < 2:
        return "fewer than two samples that do not hang together are scored in both"
    return None


def _clusters(task: Mapping[str, Any], samples: Sequence[str]) -> list[str | None]:
    numbers = task.get("cluster_of", {})
    return [str(numbers[sample]) if sample in numbers else None for sample in samples]


def _differences(a: Mapping[str, Any], b: Mapping[str, Any], name: str, samples: Sequence[str]) -> list[float]:
    """Zeros for a metric of which no value of a sample is known: `_why_not` has the word on that."""
    return [(_value(b, name, sample) or 0.0) - (_value(a, name, sample) or 0.0) for sample in samples]


def _value(task: Mapping[str, Any], name: str, sample: str) -> float | None:
    base, _, k = name.partition("@")
    tries = int(k) if base == "pass" and k else _OF_PASSES.get(name)
    return None if tries is None else pass_at_k(task["attempts"], task["passed_per_sample"][sample], tries)


def _scored_in_both(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    others = set(_scored(b))
    return [sample for sample in _scored(a) if sample in others]


def _scored(task: Mapping[str, Any]) -> list[str]:
    without = _unscored(task)
    return [sample for sample in sorted(task.get("passed_per_sample", {})) if sample not in without]


def _unscored(task: Mapping[str, Any]) -> set[str]:
    return set(task.get("unscored_samples", ())) | {
        sample for sample, passes in task.get("passed_per_sample", {}).items() if passes is None}
