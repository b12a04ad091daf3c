"""What the front door stands on, assembled in one place. Nothing connects before the first request."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adapters.blobs import Blobs, make_blobs
from adapters.db.engine import Database
from adapters.queue import Doorbell, make_doorbell
from adapters.settings import Settings
from adapters.snapshots import Snapshots
from api.catalogue import Catalogue
from scoring.errors import NotFound, OurFault

# Threads that may wait for the database or a disk at once, per gateway process.
THREADS = 20


@dataclass
class Front:
    """Shared by every request. `clock` gives seconds since the epoch, UTC.

    `stream_seconds` bounds one event stream; clients reconnect, so that proxies and restarts never surprise them.
    """

    settings: Settings
    db: Database
    blobs: Blobs
    snapshots: Snapshots
    doorbell: Doorbell
    catalogue: Catalogue
    clock: Callable[[], float] = time.time
    stream_seconds: float = 600.0

    def report_bytes(self, job: dict[str, Any]) -> bytes:
        """The stored report.json of a DONE job. Raises OurFault when the blob store lost it."""
        try:
            return self.blobs.get(job["report_blob"])
        except NotFound as error:
            raise OurFault(f"the report of job {job['id']} is gone from the blob store") from error


def make_front(settings: Settings) -> Front:
    """The front door of these settings. A database that is away is answered with 503 at once, so no patience."""
    blobs = make_blobs(settings)
    return Front(
        settings=settings,
        db=Database(settings.resolved_database_url(), pool_size=THREADS // 3 + 1),
        blobs=blobs,
        snapshots=Snapshots(blobs),
        doorbell=make_doorbell(settings.broker_url),
        catalogue=Catalogue(settings.benchmarks),
    )
