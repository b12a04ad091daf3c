"""The strict tier: a container per case. Costs some 200 ms of CPU each, and shares nothing but the image."""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from scoring.case import Case
from scoring.errors import SandboxFailed
from scoring.outcome import Outcome
from workers.sandbox.contract import Sandbox


class FreshSandbox:
    """A Sandbox that opens another one with `open_room` for every case and closes it after."""

    def __init__(self, open_room: Callable[[Case], Sandbox]):
        self._open_room = open_room
        self._lock = threading.Lock()  # guards the two below against `close` from another thread
        self._room: Sandbox | None = None
        self._closed = False

    def run(self, case: Case) -> Outcome:
        with self._open_room(case) as room:
            self._enter(room)
            try:
                return room.run(case)
            finally:
                self._enter(None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            room = self._room
        if room is not None:
            room.close()

    @property
    def container_id(self) -> None:
        """No container outlives a case."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.close()

    def _enter(self, room: Sandbox | None) -> None:
        with self._lock:
            self._room = room
            closed = self._closed
        if closed and room is not None:
            raise SandboxFailed("the sandbox was closed")
