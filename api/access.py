"""Who may see what. A thing of somebody else and a thing that does not exist get the same answer."""

from typing import Any

from sqlalchemy import Connection

from adapters.db import jobs, submissions
from adapters.db.tokens import Caller
from api.front import Front
from scoring.errors import NotFound, OurFault


def may_see(caller: Caller, token_id: str | None) -> bool:
    return caller.is_admin or (token_id is not None and token_id == caller.token_id)


def no_such(kind: str) -> NotFound:
    return NotFound(f"there is no such {kind}, or it is not yours", code=f"no_such_{kind}",
                    mend="check the id and the token")


def job_of(connection: Connection, caller: Caller, job_id: str) -> dict[str, Any]:
    """The job's row (`adapters.db.jobs.get_job`). Raises NotFound."""
    job = jobs.get_job(connection, job_id)
    if job is None or not may_see(caller, job["token_id"]):
        raise no_such("job")
    return job


def submission_of(connection: Connection, caller: Caller, submission_id: str) -> dict[str, Any]:
    """The submission's row. Raises NotFound."""
    submission = submissions.get_submission(connection, submission_id)
    if submission is None or not may_see(caller, submission["token_id"]):
        raise no_such("submission")
    return submission


def private_tasks(front: Front, benchmark_digest: str) -> frozenset[str]:
    """Tasks of a job's benchmark whose logs stay closed. Raises OurFault when the benchmark's snapshot is gone.

    The snapshot holds every sample, so it is read only for jobs of a version that is not on offer any more.
    """
    for offer in front.catalogue.offers():
        if offer.digest == benchmark_digest:
            return offer.private_tasks
    try:
        benchmark = front.snapshots.load(benchmark_digest)
    except NotFound as error:
        raise OurFault(f"the snapshot of benchmark {benchmark_digest} is gone") from error
    return frozenset(task.name for task in benchmark.tasks.values() if task.is_private)
