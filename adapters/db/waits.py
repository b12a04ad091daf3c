"""What keeps work from being taken: workers say it of their runtime, whoever polls a job reads it.

A word holds until a time, as a lease does: one of a worker that died ends by itself.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, exists, func, select, update

from adapters.db.tables import cases, jobs, outcomes, rooms
from scoring import states

SLOT, HOST, WORKER = "slot", "host", "worker"
QUIET_SECONDS = 15.0  # a job is nobody's for moments between two batches, or until a lost ring is repeated


@dataclass(frozen=True)
class Wait:
    """A job of which nothing runs: `what` it waits for (`SLOT`, `HOST`, `WORKER`) and the runtime that its next cases need.
    `is_shared`: cases of other jobs run there."""

    what: str
    runtime: str
    is_shared: bool = False


def has_work(connection: Connection, runtime: str) -> bool:
    """Whether a case of this runtime waits for a worker."""
    waits = exists().where(cases.c.runtime == runtime, cases.c.state == "PENDING", jobs.c.id == cases.c.job_id,
                           jobs.c.state == states.RUNNING)
    return connection.execute(select(waits)).scalar_one()


def say(connection: Connection, runtime: str, what: str, *, now: float, until: float) -> bool:
    """A worker's word that nothing of this runtime runs, for want of `what`; ignored while something does. True when nobody
    had said so before."""
    idle = (rooms.c.runtime == runtime, ~exists().where(cases.c.runtime == runtime, cases.c.state == "CLAIMED"))
    is_new = connection.execute(
        update(rooms).where(*idle, func.coalesce(rooms.c.waits_until, 0.0) < now)
        .values(waits_for=what, waits_since=now, waits_until=until)
    ).rowcount == 1
    if not is_new:
        connection.execute(update(rooms).where(*idle).values(waits_for=what, waits_until=until))
    return is_new


def end(connection: Connection, runtime: str) -> float | None:
    """Takes that word back; since when it stood, for the one caller that did, else None."""
    since = connection.execute(select(rooms.c.waits_since).where(rooms.c.runtime == runtime)).scalar()
    if since is None:
        return None
    ended = connection.execute(
        update(rooms).where(rooms.c.runtime == runtime, rooms.c.waits_since == since)
        .values(waits_for=None, waits_since=None, waits_until=None)
    ).rowcount
    return since if ended else None


def of_job(connection: Connection, job: dict[str, Any], *, now: float) -> Wait | None:
    """What a RUNNING job waits for; None while one of its cases runs, or has just ended."""
    mine = cases.c.job_id == job["id"]
    if connection.execute(select(exists().where(mine, cases.c.state == "CLAIMED"))).scalar_one():
        return None
    needed = connection.execute(
        select(cases.c.runtime).where(mine, cases.c.state == "PENDING").distinct().order_by(cases.c.runtime)
    ).scalars().all()
    if not needed:
        return None
    told = connection.execute(
        select(rooms.c.waits_for, rooms.c.runtime).where(rooms.c.runtime.in_(needed), rooms.c.waits_until >= now)
        .order_by(rooms.c.runtime).limit(1)
    ).first()
    if told is not None:
        return Wait(*told)
    return None if moved_lately(connection, job, now=now) else Wait(WORKER, needed[0], _is_busy(connection, needed[0]))


def moved_lately(connection: Connection, job: dict[str, Any], *, now: float) -> bool:
    """Whether the job came, began or got an outcome within the last seconds: too early to say that nobody takes it."""
    last = connection.execute(
        select(func.max(outcomes.c.created_at)).join(cases, cases.c.id == outcomes.c.case_id).where(cases.c.job_id == job["id"])
    ).scalar()
    return now - max(last or 0.0, job["started_at"] or 0.0, job["created_at"]) < QUIET_SECONDS


def _is_busy(connection: Connection, runtime: str) -> bool:
    return connection.execute(select(exists().where(cases.c.runtime == runtime, cases.c.state == "CLAIMED"))).scalar_one()
