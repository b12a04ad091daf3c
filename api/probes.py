"""For machines that watch the service: alive, ready, metrics. They need no token, so they name nothing private."""

from collections.abc import Callable

import structlog
from fastapi import APIRouter, Request, Response
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from adapters.db.tables import jobs
from api.answers import refusals
from api.deps import TheFront
from api.documents import Alive, Ready
from api.errors import RETRY_SECONDS, fault, problem
from api.front import Front
from scoring.errors import OurFault

log = structlog.get_logger()
router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=Alive, summary="The process lives", responses=refusals())
async def healthz() -> Alive:
    return Alive(status="ok")


@router.get("/readyz", response_model=Ready, summary="Everything behind it answers", responses=refusals())
def readyz(request: Request, front: TheFront):
    """Asks the database, the blob store and the broker; 503 names those that do not answer."""
    parts = {"database": lambda: _ask_database(front), "blobs": front.blobs.check, "broker": front.doorbell.check}
    away = [part for part, ask in parts.items() if not _answers(part, ask)]
    faults = [fault(part, "away", f"the {part} cannot be used") for part in away]
    if faults:
        return problem(request, status=503, code="not_ready", detail="; ".join(found["message"] for found in faults),
                       mend="the log says why", problems=faults, headers={"Retry-After": str(RETRY_SECONDS)})
    return Ready(status="ready", checks=dict.fromkeys(parts, "ok"))


def _ask_database(front: Front) -> None:
    with front.db.read() as connection:
        connection.execute(select(jobs.c.id).limit(1))  # an empty database without our tables is not ready either


def _answers(part: str, ask: Callable[[], None]) -> bool:
    try:
        ask()
    except (OurFault, SQLAlchemyError) as error:
        log.warning("readyz.away", part=part, error=str(error))
        return False
    return True


@router.get("/metrics", summary="Prometheus metrics", response_class=Response,
            responses={200: {"description": "Text format 0.0.4.", "content": {"text/plain": {
                "schema": {"type": "string"}, "example": 'assay_jobs{state="RUNNING"} 1.0\n'}}}, **refusals()})
def metrics(request: Request) -> Response:
    return Response(request.app.state.metrics.page(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
