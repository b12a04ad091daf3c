"""What a job may spend on its judge, counted in the database: its cases run in many processes."""

from sqlalchemy import Connection, update

from adapters.db.tables import jobs


def reserve(connection: Connection, job_id: str, calls: int, *, max_calls: int, max_tokens: int) -> bool:
    """Books calls that are about to be made; False, and nothing booked, when the job's budget does not allow them.

    Tokens are known afterwards only, so a job may go over by what its batches have in flight, not by more.
    """
    return connection.execute(
        update(jobs).where(jobs.c.id == job_id, jobs.c.judge_calls + calls <= max_calls, jobs.c.judge_tokens < max_tokens)
        .values(judge_calls=jobs.c.judge_calls + calls)
    ).rowcount == 1


def spend(connection: Connection, job_id: str, *, calls: int, tokens: int) -> None:
    """Books what came on top of a reservation; `calls` is negative when fewer were made."""
    connection.execute(
        update(jobs).where(jobs.c.id == job_id)
        .values(judge_calls=jobs.c.judge_calls + calls, judge_tokens=jobs.c.judge_tokens + tokens)
    )
