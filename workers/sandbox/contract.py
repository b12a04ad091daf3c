"""What the steps know of sandboxes. `workers.sandbox.docker` is the implementation; nothing else names an engine."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.outcome import Outcome


@dataclass(frozen=True)
class Need:
    """One thing that sandboxes need of this host: what was seen, and what mends it if it is not `ok`. `costs`: what is weaker
    here than it could be, though it is ok."""

    what: str
    ok: bool
    seen: str
    mend: str = ""
    costs: str = ""


class Sandbox(Protocol):
    """A room in which cases run one after another, each in a fresh process under a fresh uid; nothing of one reaches
    the next. Use it from one thread; only `close` may come from another.
    """

    def run(self, case: Case) -> Outcome:
        """Runs one case and returns its facts, whatever the program did.

        Raises SandboxFailed when we failed (engine gone, agent silent, closed meanwhile): the case then has no outcome
        and the next `run` starts in a new room.
        """

    def close(self) -> None:
        """Ends the room with everything in it; a `run` in progress raises SandboxFailed. May be called again."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None): ...


class SandboxProvider(Protocol):
    """Makes sandboxes on this host."""

    def open(self, runtime: str, slot: int, labels: dict[str, str], limits: Limits) -> Sandbox:
        """A started sandbox for cases whose limits do not exceed `limits`.

        `slot` is a number that this process holds (`workers.sandbox.slots`): uids follow from it. `labels` must hold
        `assay.lease`, by which `reap` knows whose it is. Raises HostLacks (no engine, no image) or SandboxFailed.
        """

    def image_key(self, runtime: str) -> str:
        """The content key of the runtime's image on this host; part of every case key. Raises HostLacks."""

    def check(self, runtime: str) -> None:
        """Runs the room's self-test: every verdict must be the expected one.

        Raises HostLacks or SandboxFailed; the message says what went wrong.
        """

    def reap(self, alive_leases: set[str]) -> int:
        """Removes the sandboxes of this installation whose lease is not alive; returns how many.

        Raises HostLacks (no engine) or SandboxFailed (the engine cannot remove one).
        """

    def vacate(self, slot: int) -> None:
        """Removes what was lent to the sandboxes of a slot. For the holder of the slot, when all of them are closed."""

    def tidy(self) -> int:
        """Frees disk: removes what only older versions needed and nobody uses; returns how many things. Raises HostLacks."""
