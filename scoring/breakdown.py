"""Groups of a task's samples: by a field of `inputs` or `meta`, or by the prompt that their answers were made with."""

import re
from collections.abc import Mapping
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.canonical import canonical_json

PROMPT = "prompt_id"
NONE, SEVERAL = "(none)", "(several)"
_FIELD = re.compile(r"(inputs|meta)\.(.+)")


def fault_of(by: str) -> str | None:
    """What is wrong with an entry of a task's `breakdown`; None when nothing is.

    >>> fault_of("meta.language"), fault_of("prompt_id"), fault_of("outputs.x")
    (None, None, "breakdown has 'outputs.x'; it takes inputs.NAME, meta.NAME and prompt_id")
    """
    if by == PROMPT or _FIELD.fullmatch(by):
        return None
    return f"breakdown has {by!r}; it takes inputs.NAME, meta.NAME and {PROMPT}"


def cluster_fault(by: str) -> str | None:
    """What is wrong with a task's `cluster`; None when nothing is."""
    return None if _FIELD.fullmatch(by) else f"cluster is {by!r}; it takes inputs.NAME or meta.NAME"


def cluster_of(task: Task, sample: Sample) -> str | None:
    """The value by which this sample hangs together with others; `NONE` where it lacks the field, None where the task names
    none."""
    return None if task.cluster is None else _named(_field(sample, task.cluster))


def groups(task: Task, by: str, prompts: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Value of the field -> ids of its samples, in the order of the task. A sample whose value is a list is in the group
    of each element. `prompts` are the prompts of each sample's answers."""
    found: dict[str, list[str]] = {}
    for sample in task.samples:
        for value in _prompt(prompts.get(sample.id, set())) if by == PROMPT else _values(sample, by):
            found.setdefault(value, []).append(sample.id)
    return found


def _prompt(prompts: set[str]) -> list[str]:
    return [SEVERAL] if len(prompts) > 1 else list(prompts) or [NONE]


def _values(sample: Sample, by: str) -> list[str]:
    value = _field(sample, by)
    values = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(map(_named, values))) or [NONE]


def _field(sample: Sample, by: str) -> Any:
    part, name = _FIELD.fullmatch(by).groups()
    fields = getattr(sample, part)
    return fields.get(name) if isinstance(fields, Mapping) else None


def _named(value: Any) -> str:
    if value is None:
        return NONE
    return value if isinstance(value, str) else canonical_json(value)
