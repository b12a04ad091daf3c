"""How the OpenAPI document describes refusals: one line per status that a route can answer with."""

from typing import Any

from api.errors import MEDIA_TYPE, RETRY_SECONDS, TYPE_PREFIX

REFUSALS = {
    401: ("No token, or one that we do not know.", "unknown_token", "this token is unknown or revoked"),
    404: ("No such thing, or not this caller's.", "no_such_job", "there is no such job, or it is not yours"),
    409: ("The state of the thing forbids it.", "not_done", "the job is RUNNING; it has no report yet"),
    413: ("Over a published size limit.", "too_large", "the upload is over the limit of 2147483648 bytes"),
    422: ("The request cannot be used.", "bad_request_fields", "the request does not fit its description"),
    500: ("Our fault, and unforeseen.", "unexpected", "something went wrong on our side; it is logged"),
    503: ("A part of the service is away.", "database_away", "the database cannot be reached"),
}
TITLES = {401: "Unauthorized", 404: "Not Found", 409: "Conflict", 413: "Request Entity Too Large",
          422: "Unprocessable Entity", 500: "Internal Server Error", 503: "Service Unavailable"}
EVERYWHERE = (500, 503)


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """`responses=` of a route that may refuse with these statuses, and with those that any route has."""
    return {status: _refusal(status) for status in (*statuses, *EVERYWHERE)}


def _refusal(status: int) -> dict[str, Any]:
    description, code, detail = REFUSALS[status]
    example = {
        "type": TYPE_PREFIX + code, "title": TITLES[status], "status": status, "detail": detail, "code": code,
        "mend": None, "instance": "/v1/jobs", "request_id": "3c1f" * 8,
    }
    answer: dict[str, Any] = {
        "description": description,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}},
    }
    if status == 503:
        answer["headers"] = {"Retry-After": header("Seconds to wait.", RETRY_SECONDS, "integer")}
    if status == 401:
        answer["headers"] = {"WWW-Authenticate": header("The scheme to use.", 'Bearer realm="assay"')}
    return answer


def header(description: str, example: Any, kind: str = "string") -> dict[str, Any]:
    return {"description": description, "schema": {"type": kind}, "example": example}
