"""Around every request: an id, bound log keys, metrics, a cap on small bodies, and the last net for exceptions."""

import re
import time
import uuid

import structlog
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import unexpected
from api.metrics import Metrics

log = structlog.get_logger()

GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SMALL_BODY_BYTES = 64 * 1024
STREAMED = ("/v1/submissions",)  # these read their body themselves, under their own cap


class RequestContext:
    """ASGI middleware. Takes over a caller's X-Request-ID when it is harmless, and always answers with one."""

    def __init__(self, app: ASGIApp, metrics: Metrics):
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        given = request.headers.get("x-request-id", "")
        request_id = given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
        scope["assay_request_id"] = request_id
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            await self._serve(request, receive, _Answer(send, request_id))

    async def _serve(self, request: Request, receive: Receive, answer: "_Answer") -> None:
        started = time.perf_counter()
        if request.url.path not in STREAMED:
            receive = _capped(receive, SMALL_BODY_BYTES)
        try:
            await self.app(request.scope, receive, answer)
        except Exception:
            log.exception("request.failed", method=request.method)
            if answer.status is not None:  # too late for another answer: the server closes the connection
                raise
            await unexpected(request)(request.scope, receive, answer)
        finally:
            seconds = time.perf_counter() - started
            self.metrics.saw(request.scope, answer.status or 500, seconds)
            is_quiet = request.method == "GET" and (answer.status or 500) < 400  # polls would drown everything else
            (log.debug if is_quiet else log.info)("request", method=request.method, path=request.url.path,
                                                  status=answer.status, ms=round(seconds * 1000, 1))


class _Answer:
    """A `send` that stamps the request id and remembers the status."""

    def __init__(self, send: Send, request_id: str):
        self.send = send
        self.request_id = request_id
        self.status: int | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-ID"] = self.request_id
        await self.send(message)


def _capped(receive: Receive, limit: int) -> Receive:
    """JSON bodies are read whole into memory, so they are small or refused."""
    seen = 0

    async def capped() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise HTTPException(413, f"a request body here may have {limit} bytes")
        return message

    return capped
