"""Reports, and the difference of two."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Response

from adapters.db.tokens import Caller
from api.access import job_of
from api.answers import refusals
from api.deps import TheCaller, TheFront
from api.documents import Id, Report, ReportDiff
from api.front import Front
from api.text import AsciiJson
from scoring import states
from scoring.compare import diff
from scoring.errors import Conflict

router = APIRouter(prefix="/v1/jobs", tags=["reports"])


@router.get("/{job_id}/report", response_model=Report, summary="The report of a finished job",
            responses=refusals(401, 404, 409, 422))
def job_report(job_id: Id, front: TheFront, caller: TheCaller) -> Response:
    """The stored report.json as it is. 409 until the job is DONE."""
    return Response(_stored_report(front, caller, job_id), media_type="application/json")


@router.get("/{job_id}/diff", response_model=ReportDiff, summary="What changed between two reports",
            responses=refusals(401, 404, 409, 422))
def job_diff(job_id: Id, front: TheFront, caller: TheCaller,
             against: Annotated[Id, Query(description="The other job, usually the older one.")]) -> Response:
    """Differences from `against` to this job: metrics and samples that changed."""
    before = json.loads(_stored_report(front, caller, against))
    after = json.loads(_stored_report(front, caller, job_id))
    return AsciiJson(diff(before["content"], after["content"]))


def _stored_report(front: Front, caller: Caller, job_id: str) -> bytes:
    with front.db.read() as connection:
        job = job_of(connection, caller, job_id)
    if job["state"] != states.DONE or job["report_blob"] is None:
        mend = "wait until it is DONE" if job["state"] in states.ACTIVE else "its status says why"
        raise Conflict(f"job {job_id} is {job['state']}; it has no report", code="not_done", mend=mend)
    return front.report_bytes(job)
