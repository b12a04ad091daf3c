"""What a job waits for while nothing of it runs, for whoever polls it."""

from typing import Any

from sqlalchemy import Connection

from adapters.db import waits
from adapters.queue import HOUSEKEEPING, TEXT
from api.documents import Waiting
from scoring import states

# States in which a job waits to be taken, and the queue whose workers do.
_TAKEN_BY = {states.QUEUED: HOUSEKEEPING, states.AGGREGATING: TEXT}


def waiting_of(connection: Connection, job: dict[str, Any], *, now: float) -> Waiting | None:
    """None while somebody works on it, and once it has ended."""
    queue = _TAKEN_BY.get(job["state"])
    if queue is not None and job["lease_id"] is None and not waits.moved_lately(connection, job, now=now):
        return _waiting(waits.Wait(waits.WORKER, queue))
    wait = waits.of_job(connection, job, now=now) if job["state"] == states.RUNNING else None
    return None if wait is None else _waiting(wait)


def _waiting(wait: waits.Wait) -> Waiting:
    messages = {
        waits.SLOT: "waiting for a free slot of this host: others use all of them",
        waits.HOST: "waiting until this host has enough free memory and disk",
        waits.WORKER: f"waiting for a worker of queue {wait.runtime}" + (": all work on other jobs" if wait.is_shared else ""),
    }
    return Waiting(what=wait.what, queue=wait.runtime, message=messages[wait.what])
