"""One HTTP exchange with the service: patience with outages, and problem documents turned into our errors."""

import json
import math
import random
import socket
import time
from collections.abc import Callable
from typing import Any

import httpx

from scoring.errors import AssayError, BadInput, Conflict, NotAllowed, NotFound, OurFault, TooLarge, UsageFault

TIMEOUT = httpx.Timeout(connect=10, read=120, write=120, pool=10)
AWAY = (502, 503, 504)  # a gateway or its database restarts; a proxy before it says so
KINDS: dict[int, type[AssayError]] = {401: NotAllowed, 404: NotFound, 409: Conflict, 413: TooLarge}
LONGEST_PAUSE_SECONDS = 10.0


class Wire:
    """`ask` sends a request, again and again for up to `patience` seconds while the service is away, and says so each time."""

    def __init__(self, url: str, token: str, *, patience: float = 120.0, say: Callable[[str], None] = lambda _: None):
        """`say` gets a line before each pause. Raises UsageFault for an address or a token that cannot be one."""
        if not url.startswith(("http://", "https://")):
            raise UsageFault(f"{url!r} is no address of a service", mend="give one such as http://localhost:8080")
        if not token.isascii() or not token.isprintable() or not token or " " in token:
            raise UsageFault("this is no token", mend="./assay token create --name NAME makes one")
        self.patience = patience
        self._say = say
        self._was_there = False  # somebody took a connection: what is refused after that is a restart, not a wrong address
        try:
            self._http = httpx.Client(base_url=url.rstrip("/"), timeout=TIMEOUT)
        except httpx.InvalidURL as error:
            raise UsageFault(f"{url!r} is no address of a service: {error}", mend="check it") from error
        self._http.headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        self._http.close()

    def ask(self, method: str, path: str, *, prepare: Callable[[], dict[str, Any]] = dict, repeatable: bool = True,
            expected: bool = False, **arguments: Any) -> httpx.Response:
        """The answer, which is a success or 304. `prepare` gives further arguments anew for every try.

        A request that is not `repeatable` is sent again only when it cannot have arrived. A refused connection and an unknown
        host are the end of it at once, unless the service was there before or is `expected` to come. Raises the AssayError
        of a problem document, OurFault when the service stays away.
        """
        deadline = time.monotonic() + self.patience
        pause = 0.25
        while True:
            answer, trouble = self._try(method, path, {**arguments, **prepare()})
            if answer is not None and answer.status_code not in AWAY:
                return _checked(answer)
            is_hopeless = bool(_wrong_address(trouble)) and not (expected or self._was_there)
            may_repeat = repeatable or isinstance(trouble, httpx.ConnectError)
            if is_hopeless or not may_repeat or time.monotonic() > deadline:
                raise _error_of(answer) if answer is not None else _unreachable(self._http.base_url, trouble)
            self._rest(max(retry_after(answer), pause * (0.5 + random.random())), _said_of(answer, trouble))
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _rest(self, seconds: float, why: str) -> None:
        self._say(f"the service at {self._http.base_url} is away ({why}); retrying in {math.ceil(seconds)} s")
        time.sleep(seconds)

    def _try(self, method: str, path: str, arguments: dict[str, Any]
             ) -> tuple[httpx.Response | None, httpx.TransportError | None]:
        try:
            answer = self._http.request(method, path, **arguments)
        except httpx.TransportError as error:
            self._was_there |= not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
            return None, error
        self._was_there = True
        return answer, None


def retry_after(answer: httpx.Response | None) -> float:
    """Seconds that the service asks to wait, at most 10; 0 when it says nothing of use."""
    text = answer.headers.get("Retry-After", "") if answer is not None else ""
    return min(float(text), LONGEST_PAUSE_SECONDS) if text.isdecimal() else 0.0


def _wrong_address(trouble: BaseException | None) -> str:
    """Why trying again is of little use: nobody listens at the address, or its host is unknown; else "". httpx tells that only
    by what it wraps. A name server that does not answer is another matter, and may pass."""
    while trouble is not None:
        if isinstance(trouble, ConnectionRefusedError):
            return "nobody listens there"
        if isinstance(trouble, socket.gaierror) and trouble.errno == socket.EAI_NONAME:
            return "no host has this name"
        trouble = trouble.__cause__ or trouble.__context__
    return ""


def _said_of(answer: httpx.Response | None, trouble: httpx.TransportError | None) -> str:
    if answer is not None:
        return f"{answer.status_code} {answer.reason_phrase}"
    return _wrong_address(trouble) or str(trouble) or type(trouble).__name__


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_success or answer.status_code == 304:
        return answer
    raise _error_of(answer)


def _error_of(answer: httpx.Response) -> AssayError:
    kind = KINDS.get(answer.status_code, OurFault if answer.status_code >= 500 else BadInput)
    try:
        document = answer.json()
        lines = [document["detail"], *(f"{found.get('field') or found['code']}: {found['message']}"
                                       for found in document.get("problems") or ())]
        return kind("\n  ".join(lines), code=document["code"], mend=document["mend"])
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        return kind(f"the service answered {answer.status_code} {answer.reason_phrase}", code="odd_answer",
                    mend="check that the address is the one of an Assay service")


def _unreachable(url: httpx.URL, trouble: httpx.TransportError | None) -> OurFault:
    return OurFault(f"the service at {url} cannot be reached: {_said_of(None, trouble)}", code="unreachable",
                    mend="check the address, and that the service runs")
