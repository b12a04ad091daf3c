"""Worker processes without a broker: they poll the database. Used by `./assay score`, `demo` and `serve`."""

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import structlog

from adapters.db import claims, jobs
from adapters.db.engine import Database
from adapters.logs import configure_logs
from adapters.settings import Settings
from scoring import states
from scoring.errors import OurFault
from workers.providers import provider_for
from workers.steps.aggregate import aggregate_job
from workers.steps.parse import parse_job
from workers.steps.run import run_batch
from workers.sweep import sweep
from workers.workshop import Workshop, open_workshop, owner_name

log = structlog.get_logger()
IDLE_SECONDS = 0.1
OUTAGE_SECONDS = 2.0
PATIENCE_SECONDS = 30  # for the cases in hand, at the end
MOST_REPLACED = 20  # in the life of a crew


class Crew:
    """`size` processes that run cases of the given runtimes until the block ends; one that dies is replaced.

    Each is told to stop by its own pipe, whose other end only this process holds: a shared event would deadlock after a
    `kill -9` of whoever waited for it, and a pipe also ends when this process does, however it ends.
    """

    def __init__(self, settings: Settings, runtimes: list[str], size: int, log_level: str | None = None):
        self._settings = settings
        self._arguments = (settings.model_dump_json(), log_level or settings.log_level, runtimes)
        self._size = size
        self._replaced = 0
        self._ends_at: float | None = None  # of the monotonic clock, once it was told to stop
        self._members: list[tuple[BaseProcess, Connection]] = []
        self._killed: set[int] = set()  # process ids
        self.given_back = 0  # cases that were not waited for

    def __enter__(self) -> "Crew":
        self._members = [self._start() for _ in range(self._size)]
        return self

    def stop(self) -> None:
        """From now on no member takes work: the case in hand is finished and recorded, the rest of its batch is given back."""
        if self._ends_at is None:
            self._ends_at = time.monotonic() + PATIENCE_SECONDS
        for _, line in self._members:
            line.close()

    def hurry(self) -> None:
        """After `stop`: the cases in hand are not waited for any more. May be called by a signal's handler."""
        for member, _ in self._members:
            if member.is_alive():
                self._killed.add(member.pid)
                member.kill()

    def __exit__(self, *_exc) -> None:
        self.stop()
        try:
            for member, _ in self._members:
                member.join(timeout=max(0.0, self._ends_at - time.monotonic()))
        finally:  # a Ctrl-C that comes meanwhile ends the wait
            self.hurry()
            self._give_back()

    def _give_back(self) -> None:
        """What killed members held: whoever runs next takes it at once, and no case is blamed for its worker's end."""
        db = Database(self._settings.resolved_database_url()) if self._killed else None
        for member, _ in self._members:
            member.join()
            if member.pid in self._killed:
                owner = owner_name(member.pid)
                self.given_back += db.transact(lambda connection, owner=owner: claims.give_back(connection, owner))

    def tend(self) -> None:
        """Replaces members that died, unless all were told to stop. Raises OurFault when they keep dying: then something here
        is broken."""
        for number, (member, line) in enumerate(self._members):
            if member.is_alive() or self._ends_at is not None:
                continue
            self._replaced += 1
            if self._replaced > MOST_REPLACED:
                raise OurFault("worker processes keep dying; their logs above say why")
            log.warning("worker.died", exit_code=member.exitcode, replaced=self._replaced)
            line.close()
            self._members[number] = self._start()

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")  # the caller may have threads, which do not survive a fork
        theirs, ours = context.Pipe(duplex=False)
        member = context.Process(target=_work, args=(*self._arguments, theirs), name="assay-worker")
        member.start()
        theirs.close()
        return member, ours


def _work(settings_json: str, level: str, runtimes: list[str], line: Connection) -> None:
    """Runs batches until `line` closes or SIGTERM comes."""
    ended = threading.Event()  # of this process alone
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent stops us in order
    signal.signal(signal.SIGTERM, lambda *_: ended.set())

    def must_stop() -> bool:
        return ended.is_set() or line.poll(0)

    settings = Settings.model_validate_json(settings_json)
    configure_logs(level)
    workshop = open_workshop(settings, provider_for(settings, runtimes), should_stop=must_stop)
    while not must_stop():
        try:
            worked = [not must_stop() and run_batch(workshop, runtime) for runtime in runtimes]
        except Exception:
            log.exception("worker.batch_failed")
            line.poll(OUTAGE_SECONDS)
            continue
        if not any(worked):
            line.poll(IDLE_SECONDS)


class Housekeeping:
    """Parses, aggregates and sweeps: the part that in the service the other queues do."""

    def __init__(self, workshop: Workshop):
        self._workshop = workshop
        self._swept_at = 0.0

    def tick(self) -> None:
        """One round: every job that waits for a step gets it."""
        if time.monotonic() - self._swept_at > self._workshop.settings.sweep_seconds:
            self._swept_at = time.monotonic()
            sweep(self._workshop)
        for job_id in self._workshop.db.query(lambda connection: jobs.jobs_in(connection, states.QUEUED)):
            parse_job(self._workshop, job_id)
        for job_id in self._workshop.db.query(lambda connection: jobs.jobs_in(connection, states.AGGREGATING)):
            aggregate_job(self._workshop, job_id)

    def keep(self, stopping: threading.Event, besides: Callable[[], None]) -> None:
        """Ticks, and calls `besides`, until `stopping` is set; a failed round is logged and tried again."""
        while not stopping.wait(IDLE_SECONDS):
            try:
                besides()
                self.tick()
            except Exception:
                log.exception("housekeeping.failed")
                stopping.wait(OUTAGE_SECONDS)
