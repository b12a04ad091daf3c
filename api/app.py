"""The gateway application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from adapters.settings import settings
from api import errors, probes
from api.deps import Callers
from api.documents import Problem
from api.front import THREADS, Front, make_front
from api.metrics import Metrics
from api.requests import RequestContext
from api.status import StatusBoard
from api.v1 import benchmarks, events, jobs, reports, submissions, verdicts
from api.v1.spool import drop_abandoned

DESCRIPTION = """Scores answers of language models that write code. Send a ZIP, get a job, poll or follow it, read the
report. Every refusal is an RFC 9457 problem document with a `code` for machines and a `mend` for people."""


def create_app(front: Front) -> FastAPI:
    """The application over this front door; it connects to nothing before the first request."""
    app = FastAPI(title="Assay", version="1", summary="Scoring of code models", description=DESCRIPTION,
                  lifespan=_lifespan, docs_url=None, redoc_url=None)  # their pages load scripts from elsewhere
    app.state.front = front
    app.state.board = StatusBoard(front)
    app.state.callers = Callers(front)
    app.state.metrics = Metrics(front.db)
    for part in (submissions, jobs, events, reports, verdicts, benchmarks, probes):
        app.include_router(part.router)
    errors.install(app)
    app.add_middleware(RequestContext, metrics=app.state.metrics)
    app.openapi = lambda: _openapi(app)
    return app


def service() -> FastAPI:
    """For `uvicorn --factory api.app:service`: the gateway of this process's settings."""
    return create_app(make_front(settings()))


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    drop_abandoned(app.state.front.settings)
    yield
    app.state.front.db.close()


def _openapi(app: FastAPI) -> dict[str, Any]:
    """FastAPI's document with our problem documents in it."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, summary=app.summary, description=app.description,
                               routes=app.routes)
        _, problems = models_json_schema([(Problem, "serialization")], ref_template="#/components/schemas/{model}")
        document["components"]["schemas"].update(problems["$defs"])
        app.openapi_schema = document
    return app.openapi_schema
