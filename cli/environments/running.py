"""Cases of a build in the sandboxes that score: fresh, offline, each in a slot of the host."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from adapters.settings import Settings
from cli.waiting import PATIENCE_SECONDS, SlotWatch
from scoring.case import Case
from scoring.errors import HostLacks, SandboxFailed
from scoring.outcome import Outcome
from workers.providers import provider_for
from workers.sandbox.contract import Sandbox
from workers.sandbox.slots import Slot, Slots

# Scoring on the same host holds slots too; a job of hours gives one up from time to time.
SLOT_WAIT_SECONDS = 3600
LOOK_SECONDS = 1.0
TRIES = 3
MOST_AT_ONCE = 8  # cases of one sandbox, which is then given up with its slot
LEASE = {"assay.lease": "benchmark-build"}


class Rooms:
    """Runs cases, as many at once as the host has slots, and says when it waits for one. Use it in a `with` block; from any
    thread."""

    def __init__(self, settings: Settings, runtimes: Iterable[str], say: Callable[[str], None]):
        # An installation of its own in the eyes of a worker that looks for strays: these have no lease in its database.
        own = Settings(**{**settings.model_dump(), "home": settings.home / "building", "database_url": ""})
        self._provider = provider_for(own, list(runtimes))
        self._slots = Slots(settings.slot_dir, settings.slots)
        self._width = settings.slots
        self._pool = ThreadPoolExecutor(self._width)
        self._watch, self._mutex, self._running = SlotWatch(settings, say), threading.Lock(), 0

    def base_key(self, runtime: str) -> str:
        return self._provider.image_key(runtime)

    def run_all(self, cases: Iterable[Case], each: Callable[[], None]) -> list[Outcome]:
        """The outcomes in the order of the cases, all of one runtime; `each` is called after every one.

        Raises SandboxFailed when a case found no working sandbox several times, HostLacks when no slot became free.
        """
        wanted = list(cases)
        size = max(1, min(MOST_AT_ONCE, len(wanted) // self._width))
        batches = [wanted[start:start + size] for start in range(0, len(wanted), size)]
        return [outcome for outcomes in self._pool.map(lambda batch: self._run(batch, each), batches) for outcome in outcomes]

    def _run(self, batch: Sequence[Case], each: Callable[[], None]) -> list[Outcome]:
        outcomes = []
        with self._slot() as slot, self._provider.open(batch[0].runtime, slot.number, LEASE, batch[0].limits) as sandbox:
            for case in batch:
                outcomes.append(_tried(sandbox, case))
                each()
        return outcomes

    @contextmanager
    def _slot(self) -> Iterator[Slot]:
        deadline = time.monotonic() + SLOT_WAIT_SECONDS
        slot = self._slots.acquire(PATIENCE_SECONDS)
        while slot is None:
            if time.monotonic() > deadline:
                raise HostLacks("no slot of this host became free", mend="stop what scores on it")
            with self._mutex:  # what holds the slots may be the other threads of this build
                self._watch.look(lambda: self._running > 0)
            slot = self._slots.acquire(LOOK_SECONDS)
        with slot:
            self._count(1)
            try:
                yield slot
            finally:
                self._count(-1)

    def _count(self, change: int) -> None:
        with self._mutex:
            self._running += change

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)


def _tried(sandbox: Sandbox, case: Case) -> Outcome:
    """A sandbox that fails starts anew at the next try. Raises SandboxFailed after the last one."""
    for _ in range(TRIES - 1):
        try:
            return sandbox.run(case)
        except SandboxFailed:
            continue
    return sandbox.run(case)
