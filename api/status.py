"""The status document of a job, cheap to poll: made at most every half second, however many ask."""

import asyncio
import hashlib
import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from adapters.db import jobs
from adapters.db.jobs import TaskProgress
from api import links
from api.access import no_such
from api.documents import JobStatus, Waiting
from api.front import Front
from api.pace import Pace, seconds_left
from api.text import readable_tree
from api.waiting import waiting_of
from scoring import states
from scoring.canonical import readable

FRESH_SECONDS = 0.5
KEPT = 1_000
ENDS_LOOKED_AT = 100  # newest outcomes that make the pace: a job's tasks differ, so older ones say little of what comes
PROBLEMS_SHOWN = 200  # the rest stands at /problems: a status is polled often


@dataclass(frozen=True)
class Shown:
    """A rendered status. `etag` covers everything but the estimate of the time left, which always changes."""

    token_id: str | None
    state: str
    etag: str
    body: bytes
    retry_after: int | None

    @property
    def has_ended(self) -> bool:
        return self.state in states.TERMINAL


class StatusBoard:
    """Statuses by job id, each read once per half second."""

    def __init__(self, front: Front):
        self.front = front
        self._shown: OrderedDict[str, tuple[float, Shown]] = OrderedDict()
        self._reading: dict[str, asyncio.Task[Shown]] = {}

    async def status(self, job_id: str) -> Shown:
        """Raises NotFound. Whether the caller may see it is for the route to check."""
        until, shown = self._shown.get(job_id, (0.0, None))
        if shown is not None and until > time.monotonic():
            return shown
        reading = self._reading.get(job_id)
        if reading is None:
            reading = self._reading[job_id] = asyncio.create_task(self._read(job_id))
            reading.add_done_callback(lambda done: self._reading.get(job_id) is done and self._reading.pop(job_id))
        return await asyncio.shield(reading)  # one caller that leaves must not take the answer from the others

    async def _read(self, job_id: str) -> Shown:
        shown = await run_in_threadpool(show, self.front, job_id)
        if self._reading.get(job_id) is not asyncio.current_task():
            return shown  # forgotten meanwhile: what was read may be from before the change
        self._shown.pop(job_id, None)
        self._shown[job_id] = (time.monotonic() + FRESH_SECONDS, shown)
        if len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        return shown

    def forget(self, job_id: str) -> None:
        """The next question is answered from the database: somebody just changed this job."""
        self._shown.pop(job_id, None)
        self._reading.pop(job_id, None)


def show(front: Front, job_id: str) -> Shown:
    """Reads and renders a status. Raises NotFound."""
    with front.db.read() as connection:
        job = jobs.get_job(connection, job_id)
        if job is None:
            raise no_such("job")
        progress = jobs.progress(connection, job_id)
        position = jobs.queue_position(connection, job)
        waits = waiting_of(connection, job, now=front.clock())
        eta = _eta(connection, job, progress, now=front.clock()) if waits is None else None
    document = status_document(front, job, progress, position, waits, eta)
    lasting = document.model_dump_json(exclude={"eta_seconds"})
    return Shown(
        token_id=job["token_id"], state=job["state"],
        etag=f'W/"{hashlib.sha256(lasting.encode()).hexdigest()[:32]}"',
        body=document.model_dump_json().encode(),
        retry_after=None if job["state"] in states.TERMINAL else pause(eta),
    )


def status_document(front: Front, job: dict[str, Any], progress: dict[str, TaskProgress],
                    position: int | None, waits: Waiting | None, eta: int | None) -> JobStatus:
    done = sum(task.done for task in progress.values())
    total = sum(task.total for task in progress.values())
    verdicts: dict[str, int] = {}
    for task in progress.values():
        for verdict, count in task.verdicts.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + count
    return JobStatus(
        **common_of(front, job),
        tasks={name: {"done": task.done, "total": task.total} for name, task in progress.items()},
        done=done, total=total, verdicts=verdicts, queue_position=position, waiting=waits,
        eta_seconds=eta,
        problems=readable_tree(job["problems"][:PROBLEMS_SHOWN]), problems_total=len(job["problems"]),
        reason=None if job["reason"] is None else readable(job["reason"]),
    )


def common_of(front: Front, job: dict[str, Any]) -> dict[str, Any]:
    """What a job's line in a list and its status share."""
    return {
        "id": job["id"], "submission_id": job["submission_id"], "state": job["state"],
        "benchmark": {"name": job["benchmark"], "version": job["benchmark_version"]},
        "profile": job["profile"], "partial": job["partial"], "no_cache": job["no_cache"],
        "filename": readable(job["filename"]), "metadata": readable_tree(job["metadata"]),
        "created_at": moment(job["created_at"]), "started_at": moment(job["started_at"]),
        "finished_at": moment(job["finished_at"]), "links": links.of_job(front, job["id"], job["submission_id"]),
    }


def moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _eta(connection: Connection, job: dict[str, Any], progress: dict[str, TaskProgress], *, now: float) -> int | None:
    """By the newest outcomes; before there are any, by what was judged since the start."""
    if job["state"] != states.RUNNING or job["started_at"] is None:
        return None
    if ends := jobs.newest_ends(connection, job["id"], limit=ENDS_LOOKED_AT):
        began = ends.pop() if len(ends) == ENDS_LOOKED_AT else job["started_at"]
        return seconds_left(Pace(began, ends, jobs.open_cases(connection, job["id"]), now))
    done, total = sum(task.done for task in progress.values()), sum(task.total for task in progress.values())
    return math.ceil(max(0.0, now - job["started_at"]) * (total - done) / done) if 0 < done < total else None


def pause(eta: int | None) -> int:
    """Seconds that a poller may wait: a tenth of what is left, between 1 and 5."""
    return max(1, min(5, (eta or 10) // 10))
