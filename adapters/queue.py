"""The doorbell: a message only says that there is work. Postgres is the truth, so a lost ring loses nothing.

Rings that nobody answered are repeated by the sweep; each expires, so that they never pile up.
"""

import logging
from typing import Protocol

import structlog
from celery import Celery
from kombu import Queue
from kombu.exceptions import OperationalError

from scoring.errors import OurFault

log = structlog.get_logger()

HOUSEKEEPING = "housekeeping"  # reading submissions
TEXT = "text"  # reports, and the runtime in which texts are compared
JUDGE = "judge"  # the runtime in which an LLM is asked: its workers wait for a network, so they have a queue of their own
RUNTIMES = ("python", "cpp", "go", "node", "java-maven", "repo-python")  # the rooms: a queue each
RING_EXPIRES_SECONDS = 30


class Doorbell(Protocol):
    def parse(self, job_id: str) -> None:
        """There is a submission to read."""

    def run(self, runtime: str, times: int = 1) -> None:
        """There are cases of this runtime; `times` is how many batches."""

    def aggregate(self, job_id: str) -> None:
        """The last case of this job ended."""

    def check(self) -> None:
        """Raises OurFault when the broker cannot be reached."""


class NoDoorbell:
    """Embedded mode: workers poll the database, nobody needs to be rung."""

    def parse(self, job_id: str) -> None:
        pass

    def run(self, runtime: str, times: int = 1) -> None:
        pass

    def aggregate(self, job_id: str) -> None:
        pass

    def check(self) -> None:
        pass


class CeleryDoorbell:
    """Rings through the broker. A broker that is away is logged and otherwise harmless: the sweep rings again."""

    def __init__(self, app: Celery):
        self.app = app

    def parse(self, job_id: str) -> None:
        self._ring("assay.parse", [job_id], HOUSEKEEPING)

    def run(self, runtime: str, times: int = 1) -> None:
        for _ in range(times):
            self._ring("assay.run", [runtime], runtime)

    def aggregate(self, job_id: str) -> None:
        self._ring("assay.aggregate", [job_id], TEXT)

    def check(self) -> None:
        try:
            with self.app.connection_for_write(connect_timeout=2) as connection:
                connection.ensure_connection(max_retries=1, interval_start=0, timeout=2)
        except (OperationalError, OSError) as error:
            raise OurFault(f"the broker is away: {error}") from error

    def _ring(self, task: str, arguments: list[str], queue: str) -> None:
        try:
            self.app.send_task(task, arguments, queue=queue, retry=False, expires=RING_EXPIRES_SECONDS,
                               ignore_result=True)
        except (OperationalError, OSError) as error:
            log.warning("doorbell.unanswered", task=task, queue=queue, error=str(error))


def make_celery(broker_url: str) -> Celery:
    """The Celery application: a producer for the gateway, the same with tasks for workers."""
    app = Celery("assay", broker=broker_url)
    app.conf.update(
        task_ignore_result=True,
        task_acks_late=False,  # the message is a doorbell; the claim in the database is what must not be lost
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        task_create_missing_queues=True,
        broker_connection_retry_on_startup=True,
        broker_transport_options={"socket_connect_timeout": 2, "socket_timeout": 5, "retry_on_timeout": True,
                                  "visibility_timeout": 60,
                                  # a gateway that rings must not keep its caller waiting for a broker that is away
                                  "max_retries": 1, "interval_start": 0},
        task_default_queue=HOUSEKEEPING,
        task_queues=[Queue(name) for name in (HOUSEKEEPING, TEXT, JUDGE, *RUNTIMES)],
    )
    logging.getLogger("kombu").setLevel(logging.WARNING)
    return app


def make_doorbell(broker_url: str) -> Doorbell:
    return CeleryDoorbell(make_celery(broker_url)) if broker_url else NoDoorbell()
