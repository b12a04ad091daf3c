"""A benchmark.yaml of the wrong shape: each mistake in words, and what of it can still be read, so that the faults of the
rest are told in the same breath."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adapters.benchmarks.manifest import LimitsPart, Manifest, Part, TaskPart
from adapters.benchmarks.text import line_of
from scoring.near import closest

# Keys of a task that can be left out without making a fault of something else. Without the others the task is left out.
_LEFT_OUT = frozenset({"limits", "attempts", "metrics", "weight", "breakdown", "cluster", "aliases", "shots", "system_prompt",
                       "generation", "runtime"})


def described(faults: Iterable[Mapping[str, Any]], path: Path) -> list[str]:
    """A sentence for each fault that pydantic found, with its place, its line and what was meant."""
    return [f"{'.'.join(map(str, fault['loc'])) or 'the file'}: {_said(fault)}{_line(path, fault['loc'])}" for fault in faults]


def _said(fault: Mapping[str, Any]) -> str:
    if fault["type"] == "extra_forbidden":
        part: type[Part] = {1: Manifest, 4: LimitsPart}.get(len(fault["loc"]), TaskPart)
        return f"there is no such key; {closest(fault['loc'][-1], part.model_fields)}"
    return in_words(fault)


def in_words(fault: Mapping[str, Any]) -> str:
    """What pydantic found to be wrong with a value, without its own terms where they are no words of ours."""
    if fault["type"] == "literal_error":
        known = [word.strip("' ") for word in fault["ctx"]["expected"].replace(" or ", ", ").split(",")]
        return f"{fault['input']!r} is none of {', '.join(known)}; {closest(fault['input'], known)}"
    if fault["type"] in ("model_type", "dict_type"):
        return "this must be a mapping, lines of `key: value`"
    return "this key is missing" if fault["type"] == "missing" else fault["msg"]


def _line(path: Path, place: Sequence[object]) -> str:
    line = line_of(path, place)
    return f" (line {line})" if line else ""


def sound_part(document: Any, faults: Sequence[Mapping[str, Any]]) -> Manifest | None:
    """What is left without the faulty keys and tasks; None where that is no manifest. Whoever reads on with it finds more
    faults, and must not take it for the pack: name, version and rules may be others."""
    if not isinstance(document, dict) or not isinstance(document.get("tasks"), dict):
        return None
    kept = {key: value for key, value in document.items() if key not in {fault["loc"][0] for fault in faults} - {"tasks"}}
    kept["tasks"] = tasks = {name: dict(part) if isinstance(part, dict) else part for name, part in document["tasks"].items()}
    for fault in faults:
        if fault["loc"][0] == "tasks":
            _drop(tasks, fault)
    kept["totals"] = _totals(kept.get("totals"), set(document["tasks"]) - tasks.keys())
    try:
        return Manifest.model_validate({"name": "p", "version": "1", **kept})
    except ValidationError:
        return None


def _drop(tasks: dict[str, Any], fault: Mapping[str, Any]) -> None:
    name, key = ([*fault["loc"], None, None])[1:3]
    if key in _LEFT_OUT or (fault["type"] == "extra_forbidden" and len(fault["loc"]) == 3):
        tasks.get(name, {}).pop(key, None)
    else:
        tasks.pop(name, None)


def _totals(totals: Any, gone: set[str]) -> dict[str, Any]:
    """The groups without tasks that were left out: they are no unknown ones."""
    if not isinstance(totals, dict):
        return {}
    return {group: members for group, members in totals.items()
            if not isinstance(members, list) or not gone & {str(member) for member in members}}
