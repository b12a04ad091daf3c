"""Every refusal as an RFC 9457 problem document: the one place where errors become HTTP."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import Response

from adapters.db.engine import is_outage
from api.text import AsciiJson
from scoring.errors import AssayError, BadInput, NotAllowed, OurFault

log = structlog.get_logger()

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:assay:problem:"
RETRY_SECONDS = 5

ROUTER_CODES = {404: "no_such_route", 405: "method_not_allowed", 413: "too_large"}


class FormFault(BadInput):
    """Fields of a request that cannot be used. `faults` are `{field, code, message, mend}` documents."""

    def __init__(self, faults: list[dict[str, Any]]):
        super().__init__("; ".join(fault["message"] for fault in faults), code="bad_request_fields",
                         mend="mend the fields named in `problems`")
        self.faults = faults


def fault(field: str, code: str, message: str, mend: str | None = None) -> dict[str, Any]:
    return {"field": field, "code": code, "message": message, "mend": mend}


def problem(request: Request, *, status: int, code: str, detail: str, mend: str | None = None,
            problems: list[dict[str, Any]] | None = None, headers: Mapping[str, str] | None = None) -> Response:
    body = {
        "type": TYPE_PREFIX + code, "title": HTTPStatus(status).phrase, "status": status, "detail": detail,
        "code": code, "mend": mend, "instance": request.url.path,
        "request_id": request.scope.get("assay_request_id"),
    }
    if problems:
        body["problems"] = problems
    return AsciiJson(body, status_code=status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    app.add_exception_handler(AssayError, _on_assay_error)
    app.add_exception_handler(RequestValidationError, _on_validation_error)
    app.add_exception_handler(HTTPException, _on_router_error)
    app.add_exception_handler(DBAPIError, _on_database_error)
    app.add_exception_handler(PoolTimeout, _on_busy)


def unexpected(request: Request) -> Response:
    """The answer to an exception that nobody foresaw: nothing of its text, but the id under which it is logged."""
    return problem(
        request, status=500, code="unexpected", detail="something went wrong on our side; it is logged",
        mend="try again; if it stays, give the operator the request_id",
    )


async def _on_assay_error(request: Request, error: AssayError) -> Response:
    headers = {}
    if isinstance(error, NotAllowed):
        headers["WWW-Authenticate"] = 'Bearer realm="assay"'
    if isinstance(error, OurFault):
        log.error("request.our_fault", code=error.code, error=str(error))
        headers["Retry-After"] = str(RETRY_SECONDS)
        return problem(request, status=error.status, code=error.code, detail="a part of this service is away",
                       mend="try again in a moment", headers=headers)
    return problem(request, status=error.status, code=error.code, detail=str(error), mend=error.mend,
                   problems=getattr(error, "faults", None), headers=headers)


async def _on_validation_error(request: Request, error: RequestValidationError) -> Response:
    faults = [fault(".".join(str(part) for part in found["loc"]), str(found["type"]), str(found["msg"]))
              for found in error.errors()]
    return problem(request, status=422, code="bad_request_fields", detail="the request does not fit its description",
                   mend="mend the fields named in `problems`", problems=faults)


async def _on_router_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == 400:  # a JSON body that is no UTF-8, or nested too deep
        return problem(request, status=422, code="bad_body", detail="the body cannot be read", mend="send JSON in UTF-8")
    code = ROUTER_CODES.get(error.status_code, "refused")
    return problem(request, status=error.status_code, code=code, detail=str(error.detail),
                   mend="GET /openapi.json lists every route", headers=error.headers)


async def _on_database_error(request: Request, error: DBAPIError) -> Response:
    if not is_outage(error):
        raise error
    return await _on_busy(request, error)


async def _on_busy(request: Request, error: Exception) -> Response:
    log.error("request.database_away", error=str(error))
    return problem(request, status=503, code="database_away", detail="the database cannot be reached",
                   mend="try again in a moment", headers={"Retry-After": str(RETRY_SECONDS)})
