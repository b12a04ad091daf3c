"""Submissions and their first job, written in one transaction."""

import uuid
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from adapters.db.tables import jobs, submissions
from scoring import states
from scoring.errors import Conflict


@dataclass(frozen=True)
class NewSubmission:
    """What an accepted upload is. `request_digest` covers the file and every form field."""

    token_id: str | None
    blob: str
    sha256: str
    size: int
    filename: str
    metadata: dict[str, Any]
    idempotency_key: str | None
    request_digest: str


@dataclass(frozen=True)
class NewJob:
    benchmark: str
    benchmark_version: str
    benchmark_digest: str
    profile: str
    partial: bool = False
    no_cache: bool = False


def insert_submission(connection: Connection, new: NewSubmission, now: float) -> str:
    submission_id = uuid.uuid4().hex
    connection.execute(insert(submissions).values(
        id=submission_id, token_id=new.token_id, blob=new.blob, sha256=new.sha256, size=new.size,
        filename=new.filename, metadata=new.metadata, idempotency_key=new.idempotency_key,
        request_digest=new.request_digest, created_at=now,
    ))
    return submission_id


def insert_job(connection: Connection, submission_id: str, new: NewJob, now: float) -> str:
    job_id = uuid.uuid4().hex
    connection.execute(insert(jobs).values(
        id=job_id, submission_id=submission_id, benchmark=new.benchmark, benchmark_version=new.benchmark_version,
        benchmark_digest=new.benchmark_digest, profile=new.profile, partial=new.partial, no_cache=new.no_cache,
        state=states.QUEUED, problems=[], created_at=now,
    ))
    return job_id


def find_repeat(connection: Connection, token_id: str | None, key: str, request_digest: str) -> tuple[str, str] | None:
    """(submission id, its first job's id) when this caller used this Idempotency-Key before, else None.

    Raises Conflict when the key was used with another file or other fields.
    """
    row = connection.execute(
        select(submissions.c.id, submissions.c.request_digest)
        .where(submissions.c.token_id == token_id, submissions.c.idempotency_key == key)
    ).first()
    if row is None:
        return None
    if row.request_digest != request_digest:
        raise Conflict(
            "this Idempotency-Key was used for another upload", code="idempotency_key_reused",
            mend="send a new Idempotency-Key for a new upload",
        )
    first_job = connection.execute(
        select(jobs.c.id).where(jobs.c.submission_id == row.id).order_by(jobs.c.created_at).limit(1)
    ).scalar_one()
    return row.id, first_job


def get_submission(connection: Connection, submission_id: str) -> dict[str, Any] | None:
    row = connection.execute(select(submissions).where(submissions.c.id == submission_id)).first()
    return dict(row._mapping) if row else None


def jobs_of(connection: Connection, submission_id: str) -> list[str]:
    statement = select(jobs.c.id).where(jobs.c.submission_id == submission_id).order_by(jobs.c.created_at)
    return list(connection.execute(statement).scalars())
