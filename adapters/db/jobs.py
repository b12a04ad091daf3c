"""Jobs: reading them, and every change of their state as a conditional update."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, exists, func, select, update

from adapters.db.tables import attempts, cases, jobs, outcomes, submissions
from scoring import states


def get_job(connection: Connection, job_id: str) -> dict[str, Any] | None:
    """The job's row with its submission's `token_id`, `filename`, `sha256`, `size`, `blob` and `metadata`."""
    extra = [submissions.c[name] for name in ("token_id", "filename", "sha256", "size", "blob", "metadata")]
    row = connection.execute(
        select(jobs, *extra).join(submissions, submissions.c.id == jobs.c.submission_id).where(jobs.c.id == job_id)
    ).first()
    return dict(row._mapping) if row else None


def recent_jobs(connection: Connection, *, token_id: str | None, limit: int) -> list[dict[str, Any]]:
    """Newest first; all jobs when `token_id` is None."""
    statement = select(jobs, submissions.c.filename, submissions.c.metadata).join(
        submissions, submissions.c.id == jobs.c.submission_id
    )
    if token_id is not None:
        statement = statement.where(submissions.c.token_id == token_id)
    rows = connection.execute(statement.order_by(jobs.c.created_at.desc(), jobs.c.id).limit(limit))
    return [dict(row._mapping) for row in rows]


@dataclass(frozen=True)
class TaskProgress:
    """Attempts of one task: how many there are, how many are judged, and the verdicts so far."""

    done: int
    total: int
    verdicts: dict[str, int]


def progress(connection: Connection, job_id: str) -> dict[str, TaskProgress]:
    rows = connection.execute(
        select(attempts.c.task, attempts.c.verdict, func.count()).where(attempts.c.job_id == job_id)
        .group_by(attempts.c.task, attempts.c.verdict)
    ).all()
    counts: dict[str, dict[str | None, int]] = {}
    for task, verdict, count in rows:
        counts.setdefault(task, {})[verdict] = count
    return {
        task: TaskProgress(
            done=sum(n for verdict, n in found.items() if verdict), total=sum(found.values()),
            verdicts={verdict: n for verdict, n in sorted(found.items(), key=lambda item: str(item[0])) if verdict},
        )
        for task, found in sorted(counts.items())
    }


def newest_ends(connection: Connection, job_id: str, *, limit: int) -> list[float]:
    """When the newest outcomes of its own came, newest first; reused ones are none of its own."""
    return list(connection.execute(
        select(outcomes.c.created_at).join(cases, cases.c.id == outcomes.c.case_id)
        .where(cases.c.job_id == job_id, outcomes.c.accepted).order_by(outcomes.c.created_at.desc()).limit(limit)
    ).scalars())


def open_cases(connection: Connection, job_id: str) -> int:
    """How many of its cases wait or run."""
    return connection.execute(
        select(func.count()).select_from(cases).where(cases.c.job_id == job_id, cases.c.state.in_(("PENDING", "CLAIMED")))
    ).scalar_one()


def queue_position(connection: Connection, job: dict[str, Any]) -> int | None:
    """How many unfinished jobs came before this one; None once it has ended."""
    if job["state"] in states.TERMINAL:
        return None
    return connection.execute(
        select(func.count()).select_from(jobs)
        .where(jobs.c.state.in_(states.ACTIVE), jobs.c.created_at < job["created_at"])
    ).scalar_one()


def state_counts(connection: Connection) -> dict[str, int]:
    return dict(connection.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state)).all())


def pending_cases(connection: Connection) -> dict[str, int]:
    """Runtime -> cases of running jobs that wait for a worker."""
    return dict(connection.execute(
        select(cases.c.runtime, func.count()).join(jobs, jobs.c.id == cases.c.job_id)
        .where(cases.c.state == "PENDING", jobs.c.state == states.RUNNING).group_by(cases.c.runtime)
    ).all())


def jobs_in(connection: Connection, state: str) -> list[str]:
    statement = select(jobs.c.id).where(jobs.c.state == state, jobs.c.lease_id.is_(None)).order_by(jobs.c.created_at)
    return list(connection.execute(statement).scalars())


def move(connection: Connection, job_id: str, *, frm: str, to: str, lease_id: str | None = None, **values: Any) -> bool:
    """The only way from one state to another. True when this call made the change.

    With `lease_id` the change also asks that the caller still holds the job.
    """
    statement = update(jobs).where(jobs.c.id == job_id, jobs.c.state == frm)
    if lease_id is not None:
        statement = statement.where(jobs.c.lease_id == lease_id)
    return connection.execute(statement.values(state=to, lease_id=None, **values)).rowcount == 1


def finish_if_last(connection: Connection, job_id: str) -> bool:
    """RUNNING -> AGGREGATING when no case is open; exactly one caller gets True.

    Call it in a transaction of its own, after the one that ended the case has committed: two transactions that each
    end one of the last two cases do not see each other's.
    """
    open_cases = exists().where(cases.c.job_id == job_id, cases.c.state.in_(("PENDING", "CLAIMED")))
    return connection.execute(
        update(jobs).where(jobs.c.id == job_id, jobs.c.state == states.RUNNING, ~open_cases)
        .values(state=states.AGGREGATING, lease_id=None, tries=0)
    ).rowcount == 1


def cancel(connection: Connection, job_id: str, *, now: float, reason: str) -> bool:
    """True when this call cancelled it; False when it had ended before."""
    return connection.execute(
        update(jobs).where(jobs.c.id == job_id, jobs.c.state.in_(states.ACTIVE))
        .values(state=states.CANCELLED, finished_at=now, reason=reason, lease_id=None)
    ).rowcount == 1
