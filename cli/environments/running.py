"""Cases of a build in the sandboxes that score: fresh, offline, each in a slot of the host."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from adapters.settings import Settings
from scoring.case import Case
from scoring.errors import HostLacks, SandboxFailed
from scoring.outcome import Outcome
from workers.providers import provider_for
from workers.sandbox.slots import Slots

# Scoring on the same host holds slots too; a job of hours gives one up from time to time.
SLOT_WAIT_SECONDS = 3600
TRIES = 3
LEASE = {"assay.lease": "benchmark-build"}


class Rooms:
    """Runs cases, as many at once as the host has slots. Use it in a `with` block; from any thread."""

    def __init__(self, settings: Settings, runtimes: Iterable[str]):
        # An installation of its own in the eyes of a worker that looks for strays: these have no lease in its database.
        own = Settings(**{**settings.model_dump(), "home": settings.home / "building", "database_url": ""})
        self._provider = provider_for(own, list(runtimes))
        self._slots = Slots(settings.slot_dir, settings.slots)
        self._pool = ThreadPoolExecutor(settings.slots)

    def base_key(self, runtime: str) -> str:
        return self._provider.image_key(runtime)

    def run_all(self, cases: Iterable[Case], each: Callable[[], None]) -> list[Outcome]:
        """The outcomes in the order of the cases; `each` is called after every one.

        Raises SandboxFailed when a case found no working sandbox several times, HostLacks when no slot became free.
        """
        def one(case: Case) -> Outcome:
            outcome = self._run(case)
            each()
            return outcome

        return list(self._pool.map(one, cases))

    def _run(self, case: Case) -> Outcome:
        slot = self._slots.acquire(SLOT_WAIT_SECONDS)
        if slot is None:
            raise HostLacks("no slot of this host became free", mend="stop what scores on it")
        with slot:
            for left in reversed(range(TRIES)):
                try:
                    with self._provider.open(case.runtime, slot.number, LEASE, case.limits) as sandbox:
                        return sandbox.run(case)
                except SandboxFailed:
                    if not left:
                        raise
        raise AssertionError("the last try returns or raises")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)
