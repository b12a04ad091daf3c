"""Progress of a job as server-sent events."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Annotated

import structlog
from fastapi import APIRouter, Header
from sqlalchemy.exc import DBAPIError
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse

from adapters.db.engine import is_outage
from api.answers import refusals
from api.deps import TheBoard, TheCaller, TheFront
from api.documents import Id
from api.status import FRESH_SECONDS, Shown, StatusBoard
from api.v1.jobs import own_status

log = structlog.get_logger()
router = APIRouter(prefix="/v1/jobs", tags=["jobs"])

HEARTBEAT_SECONDS = 10
EVENT = {"type": "object", "required": ["event", "id", "data"], "properties": {
    "event": {"enum": ["progress", "done"]}, "id": {"type": "string"},
    "data": {"type": "string", "contentMediaType": "application/json", "description": "The status document."},
}}
EXAMPLE = ('event: progress\r\nid: 9a3f\r\ndata: {"id":"5f0c...","state":"RUNNING","done":820,"total":1640}\r\n\r\n'
           'event: done\r\nid: 77b2\r\ndata: {"id":"5f0c...","state":"DONE"}\r\n\r\n')


@router.get(
    "/{job_id}/events", summary="Follow a job", response_class=EventSourceResponse,
    responses={200: {"description": "A stream of events.",
                     "content": {"text/event-stream": {"schema": EVENT, "example": EXAMPLE}}},
               **refusals(401, 404, 422)},
)
async def job_events(
    job_id: Id, front: TheFront, board: TheBoard, caller: TheCaller,
    last_event_id: Annotated[str | None, Header(description="The last id seen: an unchanged status is not sent again.",
                                                examples=["9a3f"])] = None,
) -> EventSourceResponse:
    """`progress` whenever the status document changed, `done` once the job has ended; both carry the document. The
    stream may end before the job does: connect again, as EventSource does by itself."""
    first = await own_status(board, caller, job_id)
    stream = _events(board, job_id, first, last_event_id, front.stream_seconds)
    return EventSourceResponse(stream, ping=HEARTBEAT_SECONDS)


async def _events(board: StatusBoard, job_id: str, shown: Shown, seen: str | None, seconds: float
                  ) -> AsyncIterator[ServerSentEvent]:
    until = time.monotonic() + seconds
    while True:
        if shown.has_ended:
            yield _event("done", shown)
            return
        if _id_of(shown) != seen:
            seen = _id_of(shown)
            yield _event("progress", shown)
        if time.monotonic() > until:
            return
        await asyncio.sleep(FRESH_SECONDS)
        shown = await _later(board, job_id, shown)


async def _later(board: StatusBoard, job_id: str, shown: Shown) -> Shown:
    """The status now, or the one before while the database is away: heartbeats keep the stream open meanwhile."""
    try:
        return await board.status(job_id)
    except DBAPIError as error:
        if not is_outage(error):
            raise
        log.warning("events.database_away", error=str(error))
        return shown


def _event(name: str, shown: Shown) -> ServerSentEvent:
    return ServerSentEvent(shown.body.decode(), event=name, id=_id_of(shown))


def _id_of(shown: Shown) -> str:
    return shown.etag.removeprefix("W/").strip('"')
