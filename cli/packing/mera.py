"""How MERA's packer writes the answers of each of its tasks: names, nesting and indentation are its own."""

import json
from collections.abc import Iterable
from typing import Any

from cli.packing.replies import NOTHING, Replies
from scoring.errors import BadInput

# The harness's name of a task -> MERA's, where they differ by more than case.
NAMES = {
    "codecorrectness": "CodeCorrectness", "codelintereval": "CodeLinterEval", "javatestgen": "JavaTestGen",
    "realcode": "RealCode", "realcodejava": "RealCodeJava", "rucodeeval": "ruCodeEval", "rucodereviewer": "ruCodeReviewer",
    "ruhumaneval": "ruHumanEval", "strucom": "stRuCom", "unittests": "UnitTests", "yabloco_oracle": "YABLoCo",
}
# What these files hold is what the task's filter made of the replies: for the first two, results of running them.
_FILTERED = frozenset({"ruHumanEval", "ruCodeEval", "CodeLinterEval"})


def task_name(harness_name: str) -> str:
    """The name that submissions use."""
    return NAMES.get(harness_name.casefold(), harness_name)


def document(task: str, documents: Iterable[Replies]) -> bytes:
    """The bytes of TASK.json, as the reference packer writes it. Raises BadInput for a task that MERA does not have, and
    for an id that is no whole number: its files can hold no other."""
    if task not in NAMES.values():
        raise BadInput(f"MERA has no task {task!r}", code="unknown_task", mend="leave --mera out: JSONL holds any task")
    rows = [{"outputs": _outputs(task, one), "meta": {"id": _number(task, one.sample_id)}} for one in documents]
    try:
        return json.dumps({"data": {"test": rows}}, ensure_ascii=False, indent=4).encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair in a reply: only escaped can it stand in UTF-8
        return json.dumps({"data": {"test": rows}}, indent=4).encode("ascii")


def _outputs(task: str, one: Replies) -> Any:
    return one.filtered if task in _FILTERED else one.texts[0] if one.texts[0] is not None else NOTHING


def _number(task: str, sample_id: str | int) -> int:
    try:
        return int(sample_id)
    except ValueError:
        raise BadInput(f"task {task}: the id {sample_id!r} is no whole number", code="bad_id",
                       mend="leave --mera out: JSONL holds any id") from None
