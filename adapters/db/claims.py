"""Leases and claims: who works on what, until when.

A worker takes a lease, claims cases with it in one conditional update, renews it from a thread while it works, and
records each outcome only while the lease still holds the case. What a dead worker held comes back when its lease ends.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from adapters.db.attempts import set_verdict
from adapters.db.packed import pack, unpack
from adapters.db.tables import cases, jobs, leases, outcomes, rooms
from scoring import states, together
from scoring.canonical import readable
from scoring.case import Case
from scoring.counting import counted
from scoring.outcome import Outcome
from scoring.verdict import UNSCORED, Verdict

PENDING, CLAIMED, DONE = "PENDING", "CLAIMED", "DONE"
SMALL_BATCH = 6  # a sandbox costs as much to start as about ten short programs, so the end of a job is not split finer


@dataclass(frozen=True)
class ClaimedCase:
    id: int
    sample_id: str
    case: Case


@dataclass(frozen=True)
class Batch:
    """Cases of one task of one job, in the order in which they must be run (see `expire`)."""

    lease_id: str
    job_id: str
    task: str
    benchmark_digest: str
    profile: str
    cases: tuple[ClaimedCase, ...]


def new_lease(connection: Connection, *, owner: str, purpose: str, job_id: str, until: float) -> str:
    lease_id = uuid.uuid4().hex
    connection.execute(insert(leases).values(
        id=lease_id, owner=owner, purpose=purpose, job_id=job_id, expires_at=until,
    ))
    return lease_id


def claim_job(connection: Connection, job_id: str, *, frm: str, to: str, owner: str, purpose: str, now: float,
              until: float) -> str | None:
    """Takes a job for parsing or aggregating; the lease's id, or None when somebody else has it or it moved on."""
    lease_id = new_lease(connection, owner=owner, purpose=purpose, job_id=job_id, until=until)
    taken = connection.execute(
        update(jobs).where(jobs.c.id == job_id, jobs.c.state == frm, jobs.c.lease_id.is_(None))
        .values(state=to, lease_id=lease_id, started_at=func.coalesce(jobs.c.started_at, now))
    ).rowcount
    if taken:
        return lease_id
    drop_lease(connection, lease_id)
    return None


def claim_batch(connection: Connection, runtime: str, *, owner: str, until: float, limit: int,
                shares: int) -> Batch | None:
    """Claims up to `limit` programs of one task, or more of what runs together, and no more than a fair share when `shares`
    sandboxes work at once.

    The job with the fewest claimed cases comes first, so that a small one never waits behind a long one. A case that
    a worker died on is claimed alone, after all others: it can then take no innocent case down with it.
    """
    job = _next_job(connection, runtime)
    if job is None:
        return None
    open_cases = (cases.c.job_id == job.id, cases.c.runtime == runtime, cases.c.state == PENDING)
    first = connection.execute(
        select(cases.c.task, cases.c.tries, cases.c.payload).where(*open_cases).order_by(cases.c.tries, cases.c.id).limit(1)
    ).first()
    if first is None:
        return None
    if first.tries > 0:
        limit = 1
    else:
        waiting = connection.execute(
            select(func.count()).select_from(cases).where(*open_cases, cases.c.task == first.task)
        ).scalar_one()
        limit = together.batch_size(Case.from_json(unpack(first.payload)), limit)
        limit = min(limit, max(SMALL_BATCH, -(-waiting // (2 * shares))))
    picked = (
        select(cases.c.id).where(*open_cases, cases.c.task == first.task, cases.c.tries == first.tries)
        .order_by(cases.c.id).limit(limit).with_for_update(skip_locked=True).cte("picked")
    )
    lease_id = new_lease(connection, owner=owner, purpose="run", job_id=job.id, until=until)
    rows = connection.execute(
        update(cases).where(cases.c.id.in_(select(picked.c.id)), cases.c.state == PENDING)
        .values(state=CLAIMED, lease_id=lease_id)
        .returning(cases.c.id, cases.c.sample_id, cases.c.payload)
    ).all()
    if not rows:
        drop_lease(connection, lease_id)
        return None
    claimed = sorted((ClaimedCase(row.id, row.sample_id, Case.from_json(unpack(row.payload))) for row in rows),
                     key=lambda claimed_case: claimed_case.id)
    return Batch(lease_id, job.id, first.task, job.benchmark_digest, job.profile, tuple(claimed))


def _next_job(connection: Connection, runtime: str):
    waits = exists().where(cases.c.job_id == jobs.c.id, cases.c.runtime == runtime, cases.c.state == PENDING)
    busy = (
        select(func.count()).select_from(cases)
        .where(cases.c.job_id == jobs.c.id, cases.c.state == CLAIMED).scalar_subquery()
    )
    return connection.execute(
        select(jobs.c.id, jobs.c.benchmark_digest, jobs.c.profile).where(jobs.c.state == states.RUNNING, waits)
        .order_by(busy, jobs.c.created_at).limit(1)
    ).first()


def renew(connection: Connection, lease_id: str, *, until: float) -> bool:
    """False when the lease is gone, or its job was cancelled: the holder must stop."""
    running = exists().where(jobs.c.id == leases.c.job_id, jobs.c.state.in_(states.ACTIVE))
    return connection.execute(
        update(leases).where(leases.c.id == lease_id, running).values(expires_at=until)
    ).rowcount == 1


def record(connection: Connection, lease_id: str, claimed: ClaimedCase, *, key: str, outcome: Outcome,
           verdicts: Mapping[tuple[str, str], Verdict], owner: str, now: float) -> bool:
    """Stores the outcome; it is accepted only while this lease holds the case. At most one is accepted per case.

    `verdicts` has that of each (task, sample id) whose attempts share the case (`attempts.asking`).
    """
    outcome_id = connection.execute(insert(outcomes).values(
        key=key, case_id=claimed.id, lease_id=lease_id, accepted=False, repeatable=outcome.is_repeatable,
        owner=owner, facts=pack(outcome.as_json()), created_at=now,
    )).inserted_primary_key[0]
    accepted = connection.execute(
        update(cases).where(cases.c.id == claimed.id, cases.c.state == CLAIMED, cases.c.lease_id == lease_id)
        .values(state=DONE, outcome_id=outcome_id, lease_id=None)
    ).rowcount == 1
    if accepted:
        connection.execute(update(outcomes).where(outcomes.c.id == outcome_id).values(accepted=True))
        for (task, sample_id), verdict in verdicts.items():
            set_verdict(connection, claimed.id, verdict, task=task, sample_id=sample_id)
    return accepted


def blame(connection: Connection, lease_id: str, case_id: int, *, failure: str, tries: int,
          scores: Mapping[str, Any] | None = None, mend: str | None = None, permanent: bool = False) -> None:
    """An infrastructure failure with this case in flight: it waits for another try, or ends UNSCORED after `tries`, with
    the `scores` that need no outcome. Its reason says how to `mend` it; `failure` is for operators, and may quote anything.
    A `permanent` one ends the case at once, and its `failure` is the reason."""
    tries = 1 if permanent else tries
    held = (cases.c.id == case_id, cases.c.state == CLAIMED, cases.c.lease_id == lease_id)
    connection.execute(update(cases).where(*held).values(tries=cases.c.tries + 1, failure=readable(failure)))
    gave_up = connection.execute(
        update(cases).where(*held, cases.c.tries >= tries).values(state=UNSCORED, lease_id=None)
    ).rowcount
    if gave_up:
        said = failure if permanent else f"our sandbox failed {counted(tries, 'time')} on this case"
        reason = f"{said}; {mend}" if mend else said
        set_verdict(connection, case_id, Verdict(UNSCORED, reason, scores=scores))
    connection.execute(update(cases).where(*held).values(state=PENDING, lease_id=None))


def release(connection: Connection, lease_id: str) -> int:
    """Gives back what the lease still holds, and ends it; how many cases that were."""
    held = connection.execute(
        update(cases).where(cases.c.lease_id == lease_id, cases.c.state == CLAIMED).values(state=PENDING, lease_id=None)
    ).rowcount
    drop_lease(connection, lease_id)
    return held


def give_back(connection: Connection, owner: str) -> int:
    """Ends the leases on cases of a worker that was ended on purpose, so that nothing is held against the case in its hands;
    how many cases wait again."""
    held = connection.execute(select(leases.c.id).where(leases.c.owner == owner, leases.c.purpose == "run")).scalars().all()
    return sum(release(connection, lease_id) for lease_id in held)


def drop_lease(connection: Connection, lease_id: str) -> None:
    connection.execute(delete(leases).where(leases.c.id == lease_id))


def expire(connection: Connection, *, now: float, tries: int) -> list[str]:
    """Ends every lease that ran out and gives back what it held; the jobs concerned.

    Cases of a batch run in the order of their ids and each is recorded as it ends, so the one in flight when the
    worker died is the first that is still claimed: it alone is blamed. A case that kills its worker `tries` times
    ends UNSCORED, and the others never pay for it.
    """
    touched = []
    ended = select(leases.c.id, leases.c.purpose, leases.c.job_id).where(leases.c.expires_at < now)
    for lease in connection.execute(ended.with_for_update(skip_locked=True)).all():
        touched.append(lease.job_id)
        if lease.purpose == "run":
            suspect = connection.execute(
                select(func.min(cases.c.id)).where(cases.c.lease_id == lease.id, cases.c.state == CLAIMED)
            ).scalar()
            if suspect is not None:
                blame(connection, lease.id, suspect, failure="the worker that ran it died", tries=tries)
            release(connection, lease.id)
        else:
            give_back_job(connection, lease.id, tries=tries, now=now, failure=f"workers died in the step {lease.purpose!r}")
    return touched


def give_back_job(connection: Connection, lease_id: str, *, tries: int, now: float, failure: str) -> None:
    """A parse or aggregate step that failed on our side: tried again, or the job is FAILED after `tries`."""
    held = (jobs.c.lease_id == lease_id,)
    connection.execute(update(jobs).where(*held).values(tries=jobs.c.tries + 1))
    connection.execute(
        update(jobs).where(*held, jobs.c.tries >= tries)
        .values(state=states.FAILED, reason=readable(failure), finished_at=now, lease_id=None)
    )
    connection.execute(update(jobs).where(*held, jobs.c.state == states.PARSING).values(state=states.QUEUED, lease_id=None))
    connection.execute(update(jobs).where(*held).values(lease_id=None))
    drop_lease(connection, lease_id)


def live_leases(connection: Connection) -> set[str]:
    return set(connection.execute(select(leases.c.id)).scalars())


def is_running(connection: Connection, job_id: str) -> bool:
    """Whether somebody works on a case of this job, as far as is known."""
    return connection.execute(select(exists().where(cases.c.job_id == job_id, cases.c.state == CLAIMED))).scalar_one()


def report_room(connection: Connection, runtime: str, image_key: str, now: float) -> None:
    """A worker's word that the room of this image passed its self-test."""
    connection.execute(delete(rooms).where(rooms.c.runtime == runtime))
    connection.execute(insert(rooms).values(runtime=runtime, image_key=image_key, reported_at=now))


def room_keys(connection: Connection) -> dict[str, str]:
    """Runtime -> content key of the image that its workers use."""
    return dict(connection.execute(select(rooms.c.runtime, rooms.c.image_key)).all())
