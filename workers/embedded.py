"""Worker processes without a broker: they poll the database. Used by `./assay score`, `demo` and `serve`."""

import multiprocessing
import os
import signal
import threading
import time

import structlog

from adapters.db import jobs
from adapters.logs import configure_logs
from adapters.settings import Settings
from scoring import states
from workers.providers import provider_for
from workers.steps.aggregate import aggregate_job
from workers.steps.parse import parse_job
from workers.steps.run import run_batch
from workers.sweep import sweep
from workers.workshop import Workshop, open_workshop

log = structlog.get_logger()
IDLE_SECONDS = 0.1
OUTAGE_SECONDS = 2.0


class Crew:
    """`size` processes that run cases of the given runtimes until the block ends."""

    def __init__(self, settings: Settings, runtimes: list[str], size: int, log_level: str | None = None):
        context = multiprocessing.get_context("spawn")  # the caller may have threads, which do not survive a fork
        self._stopping = context.Event()
        level = log_level or settings.log_level
        arguments = (settings.model_dump_json(), level, runtimes, self._stopping, os.getpid())
        self._members = [context.Process(target=_work, args=arguments, name=f"assay-worker-{n}") for n in range(size)]

    def __enter__(self) -> "Crew":
        for member in self._members:
            member.start()
        return self

    def __exit__(self, *_exc) -> None:
        self._stopping.set()
        for member in self._members:
            member.join(timeout=30)
            if member.is_alive():
                member.kill()  # its cases come back when its lease ends

    def all_dead(self) -> bool:
        return bool(self._members) and not any(member.is_alive() for member in self._members)


def _work(settings_json: str, level: str, runtimes: list[str], stopping, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent stops us in order
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    settings = Settings.model_validate_json(settings_json)
    configure_logs(level)
    workshop = open_workshop(settings, provider_for(settings, runtimes), should_stop=stopping.is_set)
    while not stopping.is_set() and os.getppid() == parent:
        try:
            worked = [run_batch(workshop, runtime) for runtime in runtimes]
        except Exception:
            log.exception("worker.batch_failed")
            stopping.wait(OUTAGE_SECONDS)
            continue
        if not any(worked):
            stopping.wait(IDLE_SECONDS)


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

    def keep(self, stopping: threading.Event) -> None:
        """Ticks until `stopping` is set; a failed round is logged and tried again."""
        while not stopping.wait(IDLE_SECONDS):
            try:
                self.tick()
            except Exception:
                log.exception("housekeeping.failed")
                stopping.wait(OUTAGE_SECONDS)
