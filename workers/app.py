"""The Celery application of a worker: three tiny tasks that each call one step."""

import multiprocessing
from collections.abc import Collection

import structlog
from celery import Celery
from celery.signals import worker_process_init, worker_shutting_down

from adapters.queue import make_celery
from adapters.settings import Settings
from workers.providers import provider_for
from workers.steps.aggregate import aggregate_job
from workers.steps.parse import parse_job
from workers.steps.run import run_batch
from workers.workshop import Workshop, open_workshop

log = structlog.get_logger()


def make_app(settings: Settings, *, runtimes: Collection[str]) -> Celery:
    """The application of a worker that runs cases of these runtimes.

    Each of its processes opens its own workshop after the fork, for connections do not survive it. On SIGTERM the case
    in hand is finished and recorded, and the rest of the batch is given back at once.
    """
    app = make_celery(settings.broker_url)
    stopping = multiprocessing.RawValue("b", 0)  # no lock that a killed process could hold for ever
    opened: list[Workshop] = []

    @worker_process_init.connect(weak=False)
    def open_here(**_kwargs):
        sandboxes = provider_for(settings, runtimes) if runtimes else None
        opened[:] = [open_workshop(settings, sandboxes, should_stop=lambda: bool(stopping.value))]

    @worker_shutting_down.connect(weak=False)
    def stop_soon(**_kwargs):
        stopping.value = 1

    @app.task(name="assay.parse")
    def parse(job_id: str) -> None:
        parse_job(opened[0], job_id)

    @app.task(name="assay.aggregate")
    def aggregate(job_id: str) -> None:
        aggregate_job(opened[0], job_id)

    @app.task(name="assay.run")
    def run(runtime: str) -> None:
        if not stopping.value and run_batch(opened[0], runtime):
            opened[0].doorbell.run(runtime)  # one batch a message, so that workers share a job evenly

    return app
