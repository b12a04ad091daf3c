"""Submissions: taking archives in, and scoring known ones again."""

from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from starlette.concurrency import run_in_threadpool

from adapters.db import submissions
from api import links
from api.access import submission_of
from api.answers import header, refusals
from api.deps import TheCaller, TheFront
from api.documents import AcceptedDocument, Id, RescoreRequest, SubmissionDocument
from api.front import Front
from api.status import moment
from api.text import readable_tree
from api.uploads import Accepted, Rescore, Upload, accept_upload, rescore
from api.v1.multipart import FIELD_BYTES, read_form
from api.v1.spool import spooled

router = APIRouter(prefix="/v1/submissions", tags=["submissions"])

IdempotencyKey = Annotated[str | None, Header(
    alias="Idempotency-Key", min_length=1, max_length=200, pattern=r"^[!-~]+$",
    description="Any word of your own. Sending the same request again under it gives the same job.",
    examples=["run-2026-01-31-a"],
)]

FORM = {
    "type": "object", "required": ["file", "benchmark"], "additionalProperties": False,
    "properties": {
        "file": {"type": "string", "format": "binary", "description": "The ZIP of answers."},
        "benchmark": {"type": "string", "minLength": 1, "maxLength": FIELD_BYTES["benchmark"],
                      "description": "A name from GET /v1/benchmarks."},
        "profile": {"type": "string", "maxLength": FIELD_BYTES["profile"],
                    "description": "The scoring rules; the benchmark's first when left out."},
        "partial": {"type": "boolean", "default": False,
                    "description": "Score the sound tasks of an archive that has errors."},
        "no_cache": {"type": "boolean", "default": False, "description": "Run everything, reuse no stored outcome."},
        "metadata": {"type": "string", "contentMediaType": "application/json", "maxLength": FIELD_BYTES["metadata"],
                     "description": "A JSON object that is kept with the submission, such as the model's name."},
    },
}
FORM_EXAMPLE = {"file": "(the bytes of answers.zip)", "benchmark": "example", "profile": "strict", "partial": False,
                "metadata": '{"model": "my-model-7b"}'}
FORM_BODY = {"requestBody": {"required": True, "content": {"multipart/form-data": {
    "schema": FORM, "example": FORM_EXAMPLE,
    "encoding": {"file": {"contentType": "application/zip, application/octet-stream"}},
}}}}
LOCATION = {"Location": header("The job.", "/v1/jobs/" + "5f0c" * 8)}


@router.post(
    "", status_code=202, response_model=AcceptedDocument, openapi_extra=FORM_BODY,
    summary="Submit an archive of answers",
    responses={
        202: {"description": "Taken in; the job waits.", "headers": LOCATION},
        200: {"description": "This request came before under this Idempotency-Key; its job.", "headers": LOCATION,
              "model": AcceptedDocument},
        **refusals(401, 409, 413, 422),
    },
)
async def submit(request: Request, response: Response, front: TheFront, caller: TheCaller,
                 idempotency_key: IdempotencyKey = None) -> AcceptedDocument:
    """Streams the archive to disk and answers once the submission is safely stored. What is wrong with the archive
    as a container is answered at once; what is wrong with its content is listed on the job."""
    with spooled(front.settings) as spool:
        form = await read_form(request, spool, front.settings.max_upload_bytes)
        upload = Upload(
            path=spool.path, sha256=spool.sha256, size=spool.size, filename=form.filename, benchmark=form.benchmark,
            profile=form.profile, partial=form.partial, no_cache=form.no_cache, metadata=form.metadata,
            idempotency_key=idempotency_key,
        )
        accepted = await run_in_threadpool(accept_upload, front, upload, caller)
    return _accepted(front, response, accepted)


@router.get("/{submission_id}", response_model=SubmissionDocument, summary="A submission and its jobs",
            responses=refusals(401, 404, 422))
def submission(submission_id: Id, front: TheFront, caller: TheCaller) -> SubmissionDocument:
    with front.db.read() as connection:
        found = submission_of(connection, caller, submission_id)
        jobs = submissions.jobs_of(connection, submission_id)
    return SubmissionDocument(
        id=found["id"], filename=found["filename"], sha256=found["sha256"], size=found["size"],
        metadata=readable_tree(found["metadata"]), created_at=moment(found["created_at"]), jobs=jobs,
        links={"jobs": links.at(front, f"/v1/submissions/{submission_id}/jobs")},
    )


@router.post(
    "/{submission_id}/jobs", status_code=202, response_model=AcceptedDocument, summary="Score a submission again",
    responses={202: {"description": "A new job waits.", "headers": LOCATION}, **refusals(401, 404, 413, 422)},
)
def score_again(submission_id: Id, response: Response, front: TheFront, caller: TheCaller,
                body: RescoreRequest | None = None) -> AcceptedDocument:
    """Makes a new job. Earlier jobs and their reports stay as they are; `/v1/jobs/{id}/diff` compares the two."""
    with front.db.read() as connection:
        submission_of(connection, caller, submission_id)
    wanted = Rescore(**(body or RescoreRequest()).model_dump())
    return _accepted(front, response, Accepted(submission_id, rescore(front, submission_id, wanted)))


def _accepted(front: Front, response: Response, accepted: Accepted) -> AcceptedDocument:
    found = links.of_job(front, accepted.job_id, accepted.submission_id)
    response.headers["Location"] = found["job"]
    if accepted.repeated:
        response.status_code = 200
    return AcceptedDocument(submission_id=accepted.submission_id, job_id=accepted.job_id, repeated=accepted.repeated,
                            links=found)
