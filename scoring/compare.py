"""What changed between two reports."""

from collections.abc import Mapping
from typing import Any


def diff(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    """From content `a` to content `b`: `{"same", "differ", "tasks": {TASK: {"metrics": {NAME: {a, b, delta}}, "changed":
    {SAMPLE: [passes in a, passes in b]}}}, "totals": {a, b, delta}}`. What only one of them has is null in the other.
    `differ`: a sentence for each rule by which they were made that is not the same, so that a change may not be the model's."""
    names = sorted({*a["tasks"], *b["tasks"]})
    tasks = {name: _task(a["tasks"].get(name, {}), b["tasks"].get(name, {})) for name in names}
    return {"same": a == b, "differ": _rules(a, b), "tasks": tasks,
            "totals": _change(a["totals"]["total"]["value"], b["totals"]["total"]["value"])}


def are_comparable(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether a task stands in both: of one benchmark by its name; of two, whose tasks may be called alike by chance (or whose
    packs, imported twice, differently), by its samples."""
    shared = a["tasks"].keys() & b["tasks"].keys()
    if a.get("benchmark", {}).get("name") == b.get("benchmark", {}).get("name"):
        return bool(shared)
    return any(a["tasks"][name].get("passed_per_sample", {}).keys() == b["tasks"][name].get("passed_per_sample", {}).keys()
               for name in shared)


def _rules(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    named = [" ".join(str(one.get("benchmark", {}).get(part, "")) for part in ("name", "version")).strip() for one in (a, b)]
    rules = {"benchmark": named, "profile": [str(one.get("profile", "")) for one in (a, b)]}
    return [f"another {what}: {old or 'unknown'} before, {new or 'unknown'} now"
            for what, (old, new) in rules.items() if old != new]


def _task(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    metrics_a, metrics_b = a.get("metrics", {}), b.get("metrics", {})
    passed_a, passed_b = a.get("passed_per_sample", {}), b.get("passed_per_sample", {})
    return {
        "metrics": {
            name: _change(metrics_a.get(name, {}).get("value"), metrics_b.get(name, {}).get("value"))
            for name in sorted({*metrics_a, *metrics_b})
        },
        "changed": {
            sample: [passed_a.get(sample), passed_b.get(sample)]
            for sample in sorted({*passed_a, *passed_b}) if passed_a.get(sample) != passed_b.get(sample)
        },
    }


def _change(a: float | None, b: float | None) -> dict[str, float | None]:
    return {"a": a, "b": b, "delta": None if a is None or b is None else b - a}
