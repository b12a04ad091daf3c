"""Reads the harness's logs that come with results executed elsewhere: the replies stand there, so they are run here.

A member `samples_TASK_DATE.jsonl` has one line per sample: `{"doc": {"meta": {"id": …}}, "resps": [[reply, …]], …}`. Logs help
and never hurt: whatever is wrong with them is a warning, and the results then stay what the submitter says.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring.benchmark import Task
from scoring.bundle.document import parse_line
from scoring.bundle.documents import ABSENT, id_text
from scoring.bundle.intake import Intake, weigh
from scoring.bundle.names import LOGS
from scoring.bundle.outputs import NOTHING, text_of
from scoring.bundle.problems import Fault, shown
from scoring.bundle.text import read_lines
from scoring.generation import Generation

_SAMPLES = re.compile(r"samples_(?P<task>.+)_\d{4}-\d\d-\d\dT[\d.-]+\.jsonl")
Replies = dict[tuple[str, str], list[Any]]  # (task, sample) -> replies by attempt


def warn_unread(intake: Intake, reason: str) -> None:
    intake.problems.warning(LOGS, Fault("logs_unread", f"the logs were not read: {reason}", "results stand as you gave them"))


def use_logs(intake: Intake, members: Iterable) -> None:
    """Gives every executed generation its reply, if the logs have it; of several runs of a task the latest counts."""
    wanted = {one.task for one in intake.generations if one.executed is not None}
    replies: Replies = {}
    for member in sorted(members, key=lambda one: one.name.rpartition("_")[2]):
        match = _SAMPLES.fullmatch(member.name)
        task = match and intake.names.task(match["task"])
        if task and task.name in wanted:
            _read(intake, member, task, replies)
    intake.generations[:] = [_with_reply(one, replies.get((one.task, one.sample_id), [])) for one in intake.generations]


def _with_reply(one: Generation, replies: list[Any]) -> Generation:
    if one.executed is None or one.attempt >= len(replies):
        return one
    return replace(one, output=replies[one.attempt], executed=None, reported=one.executed)


def _read(intake: Intake, member, task: Task, replies: Replies) -> None:
    try:
        with member.open() as stream:
            for line in read_lines(stream, intake.caps.json_bytes):
                if line.data is None:
                    raise Fault("logs_unread", f"line {line.number} is too long", "leave the logs out")
                if line.data.strip():
                    sample_id, found = _replies(task, parse_line(line.data, line.offset, intake.caps))
                    intake.charge(sum(weigh(reply, 1)[1] for reply in found))
                    replies[task.name, intake.sample(task, sample_id).id] = found
    except Fault as fault:
        warn_unread(intake, f"{shown(member.name)}: {fault}")


def _replies(task: Task, row: Any) -> tuple[str, list[Any]]:
    meta = row.get("doc", {}).get("meta") if isinstance(row, dict) and isinstance(row.get("doc"), dict) else None
    resps = row.get("resps") if isinstance(row, dict) else None
    if not isinstance(meta, dict) or not isinstance(resps, list) or not resps or not isinstance(resps[0], list):
        raise Fault("logs_unread", "a line lacks doc.meta or resps", "leave the logs out")
    sample_id = "/".join(id_text(meta.get(field, ABSENT), f"meta.{field}") for field in task.id_fields)
    return sample_id, [None if reply == NOTHING else text_of(reply) for reply in resps[0]]
