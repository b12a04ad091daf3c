"""The provider of the runtime `text`: the contract of sandboxes, without a container engine."""

import signal
import sys
import threading
from dataclasses import replace
from importlib.metadata import version
from types import TracebackType
from typing import Self

from scoring.benchmark import Limits
from scoring.canonical import digest
from scoring.case import SCORER_VERSION, Case
from scoring.errors import SandboxFailed
from scoring.outcome import Outcome
from workers.textroom import selftest
from workers.textroom.comparer import Comparer, ComparerGone

RUNTIME = "text"
CRASHES = frozenset({signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS})
# Whatever can change a result: it stands in the room's key, so in the key of every comparison.
LIBRARIES = ("numpy", "sacrebleu", "tree-sitter", "tree-sitter-c", "tree-sitter-c-sharp", "tree-sitter-cpp", "tree-sitter-go",
             "tree-sitter-java", "tree-sitter-javascript", "tree-sitter-python")


class TextRooms:
    """Keeps the last child for the next room: starting one costs as much as fifty comparisons. Nothing of one
    comparison reaches the next, since they are pure functions; a child that broke or hung is never kept."""

    def __init__(self):
        self._kept: list[Comparer] = []

    def open(self, runtime: str, slot: int, labels: dict[str, str], limits: Limits) -> "TextRoom":
        return TextRoom(self)

    def image_key(self, runtime: str) -> str:
        python = ".".join(map(str, sys.version_info[:2]))
        return digest({"scorer": SCORER_VERSION, "python": python, **{name: version(name) for name in LIBRARIES}})

    def check(self, runtime: str) -> None:
        with TextRoom(self) as room:
            faults = selftest.faults(room)
        self.close()  # who only checks has no use for the child
        if faults:
            raise SandboxFailed("the text room fails its self-test: " + "; ".join(faults))

    def reap(self, alive_leases: set[str]) -> int:
        return 0  # a child ends with its worker

    def vacate(self, slot: int) -> None:
        """Nothing is lent to them."""

    def tidy(self) -> int:
        return 0  # it keeps nothing on disk

    def take(self) -> Comparer:
        """Raises SandboxFailed when the host cannot start one."""
        try:
            return self._kept.pop() if self._kept else Comparer()
        except OSError as error:
            raise SandboxFailed(f"cannot start the process that compares texts: {error}") from error

    def keep(self, comparer: Comparer) -> None:
        if self._kept:
            comparer.kill()
        else:
            self._kept.append(comparer)

    def close(self) -> None:
        """Ends the kept child."""
        while self._kept:
            self._kept.pop().kill()


class _Crashed(SandboxFailed):
    """The child ended by a signal of its own making."""


class TextRoom:
    """The contract of `workers.sandbox.contract.Sandbox`."""

    def __init__(self, rooms: TextRooms):
        self._rooms = rooms
        self._lock = threading.Lock()  # guards the three below against `close` from another thread
        self._comparer: Comparer | None = None
        self._busy = False
        self._closed = False

    def run(self, case: Case) -> Outcome:
        """A text that makes a parser crash is over its memory limit, for that is what parsers crash of: no text may choose to
        be UNSCORED. Whose fault a crash is shows in a new child that compares the reference with itself, and then the text
        again: a crash that does not come back is ours."""
        try:
            return self._run(case)
        except _Crashed as crash:
            self._run(replace(case, payload={**case.payload, "candidates": [case.payload["reference"]]}))
            try:
                again = self._run(case)
            except _Crashed:
                return Outcome(memory_exceeded=True)
            if again.report is None:
                return again  # over a limit this time
            raise SandboxFailed(str(crash)) from crash

    def _run(self, case: Case) -> Outcome:
        comparer = self._begin()
        try:
            answer = comparer.ask(case.payload, case.limits.cpu_seconds, case.limits.wall_seconds)
        except ComparerGone as gone:
            self._drop(comparer)
            if gone.signal == signal.SIGPROF:
                return Outcome(timed_out="cpu", cpu_ms=round(1000 * case.limits.cpu_seconds))
            raise (_Crashed if gone.signal in CRASHES else SandboxFailed)(str(gone)) from gone
        finally:
            self._busy = False
        if "fault" in answer:
            raise SandboxFailed(f"the comparison failed: {answer['fault']}")
        if "memory_exceeded" in answer:
            self._drop(comparer)
            return Outcome(memory_exceeded=True)
        report = {"phase": "done", "error": None, "results": answer["results"]}
        return Outcome(exit_code=0, cpu_ms=answer["cpu_ms"], peak_kib=answer["peak_kib"], report=report)

    @property
    def pid(self) -> int | None:
        """The process of the present child; None before the first run and after one that broke."""
        return self._comparer.pid if self._comparer else None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            comparer, self._comparer = self._comparer, None
        if comparer is None:
            return
        if self._busy:
            comparer.kill()
        else:
            self._rooms.keep(comparer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.close()

    def _begin(self) -> Comparer:
        with self._lock:
            if self._closed:
                raise SandboxFailed("the text room was closed")
            self._comparer = self._comparer or self._rooms.take()
            self._busy = True
            return self._comparer

    def _drop(self, comparer: Comparer) -> None:
        with self._lock:
            self._comparer = None
        comparer.kill()
