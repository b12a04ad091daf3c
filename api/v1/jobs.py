"""Jobs: the list, the status that clients poll, and cancelling."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from starlette.concurrency import run_in_threadpool

from adapters.db import jobs
from adapters.db.tokens import Caller
from api.access import job_of, may_see, no_such
from api.answers import header, refusals
from api.deps import TheBoard, TheCaller, TheFront
from api.documents import Id, JobLine, JobList, JobStatus, ProblemList
from api.front import Front
from api.status import Shown, StatusBoard, common_of
from api.text import readable_tree
from scoring import states
from scoring.errors import Conflict

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])

ETAG = {"ETag": header("Changes when anything but the estimate of the time left does.", 'W/"9a3f"')}
RETRY_AFTER = {"Retry-After": header("Seconds until the next poll is worth it; absent once the job has ended.", 1,
                                     "integer")}


@router.get("", response_model=JobList, summary="Your jobs, newest first", responses=refusals(401, 422))
def job_list(front: TheFront, caller: TheCaller, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> JobList:
    """An admin sees everybody's."""
    with front.db.read() as connection:
        rows = jobs.recent_jobs(connection, token_id=None if caller.is_admin else caller.token_id, limit=limit)
    return JobList(items=[JobLine(**common_of(front, row)) for row in rows])


@router.get(
    "/{job_id}", response_model=JobStatus, summary="The status of a job",
    responses={200: {"description": "The status now.", "headers": ETAG | RETRY_AFTER},
               304: {"description": "Nothing has changed.", "headers": ETAG | RETRY_AFTER}, **refusals(401, 404, 422)},
)
async def job_status(
    job_id: Id, board: TheBoard, caller: TheCaller,
    if_none_match: Annotated[str | None, Header(description="An ETag from before.", examples=['W/"9a3f"'])] = None,
) -> Response:
    """Cheap to poll: wait `Retry-After` seconds, send `If-None-Match`."""
    shown = await own_status(board, caller, job_id)
    headers = {"ETag": shown.etag, "Cache-Control": "private, no-cache"}
    if shown.retry_after is not None:
        headers["Retry-After"] = str(shown.retry_after)
    if names(if_none_match, shown.etag):
        return Response(status_code=304, headers=headers)
    return Response(shown.body, media_type="application/json", headers=headers)


@router.get("/{job_id}/problems", response_model=ProblemList, summary="Everything wrong with the submission's content",
            responses=refusals(401, 404, 422))
def job_problems(job_id: Id, front: TheFront, caller: TheCaller) -> ProblemList:
    with front.db.read() as connection:
        job = job_of(connection, caller, job_id)
    return ProblemList(items=readable_tree(job["problems"]))


@router.post("/{job_id}/cancel", response_model=JobStatus, summary="Cancel a job",
             responses=refusals(401, 404, 409, 422))
async def cancel(job_id: Id, front: TheFront, board: TheBoard, caller: TheCaller) -> Response:
    """Cancelling twice is fine; a job that ended in another way answers 409."""
    await run_in_threadpool(_cancel, front, caller, job_id)
    board.forget(job_id)
    shown = await own_status(board, caller, job_id)
    return Response(shown.body, media_type="application/json")


def _cancel(front: Front, caller: Caller, job_id: str) -> None:
    with front.db.read() as connection:
        job_of(connection, caller, job_id)
    with front.db.write() as connection:
        if jobs.cancel(connection, job_id, now=front.clock(), reason=f"cancelled by {caller.name}"):
            return
        state = jobs.get_job(connection, job_id)["state"]
    if state != states.CANCELLED:
        raise Conflict(f"the job is {state}; it cannot be cancelled any more", code="has_ended",
                       mend="nothing needs to be done")


async def own_status(board: StatusBoard, caller: Caller, job_id: str) -> Shown:
    """Raises NotFound for unknown jobs and for those of others."""
    shown = await board.status(job_id)
    if not may_see(caller, shown.token_id):
        raise no_such("job")
    return shown


def names(if_none_match: str | None, etag: str) -> bool:
    """Whether an If-None-Match header names this ETag; compared weakly, as RFC 9110 asks.

    >>> names('"a", W/"b"', 'W/"b"'), names('*', 'W/"b"'), names(None, 'W/"b"')
    (True, True, False)
    """
    given = [tag.strip().removeprefix("W/") for tag in (if_none_match or "").split(",")]
    return "*" in given or etag.removeprefix("W/") in given
