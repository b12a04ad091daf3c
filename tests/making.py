"""Small values that many tests need."""

import time

from sqlalchemy import Connection

from adapters.db import attempts, jobs
from adapters.db.submissions import NewJob, NewSubmission, insert_job, insert_submission
from scoring import states
from scoring.case import Case
from scoring.outcome import Outcome
from scoring.plan import PlannedAttempt
from scoring.verdict import PASSED, Verdict

DONE = Outcome(exit_code=0, cpu_ms=5, wall_ms=7, peak_kib=900, report={"phase": "done", "error": None, "results": []})
PASS = Verdict(PASSED)


def submission(connection: Connection, *, token_id: str | None = None) -> str:
    return insert_submission(connection, NewSubmission(
        token_id=token_id, blob="submissions/x.zip", sha256="0" * 64, size=1, filename="x.zip", metadata={},
        idempotency_key=None, request_digest="0" * 64,
    ), time.time())


def queued_job(connection: Connection, *, token_id: str | None = None) -> str:
    new = NewJob(benchmark="b", benchmark_version="1", benchmark_digest="d" * 64, profile="strict")
    return insert_job(connection, submission(connection, token_id=token_id), new, time.time())


def case(number: int, runtime: str = "python") -> Case:
    return Case(runtime=runtime, runner="python-tests", program=f"x = {number}", payload={"tests": ""})


def running_job(connection: Connection, cases: int, *, first: int = 0) -> str:
    """A RUNNING job with that many PENDING cases, one attempt each; all keys distinct."""
    job_id = queued_job(connection)
    planned = [
        (PlannedAttempt(task="T", sample_id=str(n), attempt=0, answer=f"x = {n}", facts={}, case=case(n), verdict=None),
         case(n).key("image"))
        for n in range(first, first + cases)
    ]
    attempts.insert_plan(connection, job_id, planned, {}, judge=None)
    jobs.move(connection, job_id, frm=states.QUEUED, to=states.RUNNING)
    return job_id
