"""Cases of repositories in one container for as long as they ask for the same: that of their environment."""

from collections.abc import Callable

from scoring.case import Case
from scoring.errors import SandboxFailed
from scoring.outcome import Outcome
from workers.sandbox.contract import Sandbox
from workers.sandbox.fresh import FreshSandbox


class LastingSandbox(FreshSandbox):
    """A Sandbox that opens another one with `open_room` whenever a case has another environment or other limits than the
    one before. What is inside says itself when it must be replaced: rooms that put no tree back do so after every case.
    """

    def __init__(self, open_room: Callable[[Case], Sandbox]):
        super().__init__(open_room)
        self._asked: tuple | None = None

    def run(self, case: Case) -> Outcome:
        return self._room_for(case).run(case)

    @property
    def container_id(self) -> str | None:
        """The engine's id of the present container; None where there is none."""
        return self._room.container_id if self._room is not None else None

    def _room_for(self, case: Case) -> Sandbox:
        asked = case.environment, case.limits
        if self._room is not None and self._asked == asked:
            return self._room
        if self._room is not None:
            self._room.close()
            self._enter(None)
        room = self._open_room(case)
        try:
            self._enter(room)
        except SandboxFailed:
            room.close()
            raise
        self._asked = asked
        return room
