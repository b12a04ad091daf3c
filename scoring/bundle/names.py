"""Member and task names of a submission -> the benchmark's tasks."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from scoring.benchmark import Benchmark, Task
from scoring.near import nearest

LOGS = "logs_public.zip"  # the evaluation harness's logs; they come with the answers and are not read here
CLOSE = 0.8  # difflib ratio from which a name counts as a slip of the pen
ID_SLIP = 2  # characters that a misspelt sample id has more or fewer
IDS_COMPARED = 300  # a tenth of a millisecond each


@dataclass(frozen=True)
class MemberKind:
    """What a member is by its name: `document` (TASK.json), `lines` (.jsonl), `logs`, `misnamed` (answers of a task
    under a name that is not read; `task` is the one that was probably meant, or None) or `other`."""

    name: str
    task: Task | None = None


class Names:
    """Finds tasks by name or alias, whatever the case."""

    def __init__(self, benchmark: Benchmark):
        self._tasks = {alias.casefold(): task for task in benchmark.tasks.values() for alias in task.aliases}
        self._tasks |= {task.name.casefold(): task for task in benchmark.tasks.values()}

    def task(self, name: str) -> Task | None:
        return self._tasks.get(name.casefold())

    def closest(self, name: str) -> Task | None:
        found = difflib.get_close_matches(name.casefold()[:200], self._tasks, n=1, cutoff=CLOSE)
        return self._tasks[found[0]] if found else None

    def kind_of(self, member: str) -> MemberKind:
        stem, dot, suffix = member.rpartition(".")
        suffix = suffix.casefold() if dot else ""
        if suffix == "jsonl":
            return MemberKind("lines")
        if suffix == "json" and (task := self.task(stem)):
            return MemberKind("document", task)
        if member.casefold() == LOGS:
            return MemberKind("logs")
        task = self.task(member) or self.task(member.partition(".")[0])
        if task or looks_like_json(member):
            return MemberKind("misnamed", task or self.closest(stem))
        return MemberKind("other")


def near_id(said: str, known: Iterable[str]) -> str | None:
    """The sample id that was probably meant. One with other digits is another sample, not a slip of the pen."""
    alike = {one.casefold(): one for one in known if abs(len(one) - len(said)) <= ID_SLIP and _digits(one) == _digits(said)}
    found = nearest(said.casefold(), islice(alike, IDS_COMPARED), CLOSE)
    return None if found is None else alike[found]


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def looks_like_json(member: str) -> bool:
    """Whether a name may be meant for JSON: `x.jso`, `x.json.bak`, `x.ndjson`, `x.jsonl.gz`."""
    return bool(re.search(r"\.js|json", member, re.IGNORECASE))
