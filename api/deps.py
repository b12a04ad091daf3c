"""What routes ask for: the front door, the caller, the status board."""

import hashlib
import time
from collections import OrderedDict
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from adapters.db import tokens
from adapters.db.tokens import Caller
from api.front import Front
from api.status import StatusBoard
from scoring.errors import NotAllowed

bearer = HTTPBearer(auto_error=False, bearerFormat="assay_...",
                    description="A token made by `./assay token create --name NAME`.")

CALLER_SECONDS = 2.0  # how long a revoked token may still work, for the sake of cheap polls
CALLERS_KEPT = 1_000


class Callers:
    """Who holds which token, remembered for a moment."""

    def __init__(self, front: Front):
        self.front = front
        self._known: OrderedDict[bytes, tuple[float, Caller]] = OrderedDict()

    async def find(self, plain: str) -> Caller | None:
        key = hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()
        until, caller = self._known.get(key, (0.0, None))
        if until > time.monotonic():
            return caller
        caller = await run_in_threadpool(self._read, plain)
        self._known.pop(key, None)
        if caller is not None:
            self._known[key] = (time.monotonic() + CALLER_SECONDS, caller)
            if len(self._known) > CALLERS_KEPT:
                self._known.popitem(last=False)
        return caller

    def _read(self, plain: str) -> Caller | None:
        with self.front.db.read() as connection:
            return tokens.find(connection, plain)


def get_front(request: Request) -> Front:
    return request.app.state.front


def get_board(request: Request) -> StatusBoard:
    return request.app.state.board


async def get_caller(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Caller:
    """Raises NotAllowed without a token that we know."""
    mend = "send `Authorization: Bearer TOKEN`; `./assay token create --name NAME` makes one"
    if credentials is None:
        raise NotAllowed("this needs a bearer token", code="no_token", mend=mend)
    caller = await request.app.state.callers.find(credentials.credentials)
    if caller is None:
        raise NotAllowed("this token is unknown or revoked", code="unknown_token", mend=mend)
    return caller


TheFront = Annotated[Front, Depends(get_front)]
TheBoard = Annotated[StatusBoard, Depends(get_board)]
TheCaller = Annotated[Caller, Depends(get_caller)]
