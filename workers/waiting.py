"""Work that is there and cannot be taken: told once in the log when it lasts, and in the database for whoever polls its job."""

from dataclasses import dataclass

import structlog

from adapters.db import waits
from workers.workshop import Workshop

log = structlog.get_logger()
TOLD_AFTER_SECONDS = 5.0  # a slot is free for moments between two batches
HOLDS_SECONDS = 40.0  # a worker that waits for a slot of each of its runtimes comes back within this
AGAIN_SECONDS = 10.0


@dataclass
class Wait:
    """Of one runtime, as this process knows it."""

    since: float
    seen_at: float
    told_at: float | None = None


def goes_on(workshop: Workshop, runtime: str, what: str, **facts: object) -> None:
    """Nothing of this runtime could be taken, for want of `what`."""
    now = workshop.clock()
    wait = workshop.waits.get(runtime)
    if wait is None or now - wait.seen_at > HOLDS_SECONDS:
        wait = workshop.waits[runtime] = Wait(since=now, seen_at=now)
    wait.seen_at = now
    if now - wait.since < TOLD_AFTER_SECONDS or (wait.told_at is not None and now - wait.told_at < AGAIN_SECONDS):
        return
    wait.told_at = now
    if workshop.db.transact(lambda connection: waits.say(connection, runtime, what, now=now, until=now + HOLDS_SECONDS)):
        log.info("work.waits", runtime=runtime, waits_for=what, **facts)


def ends(workshop: Workshop, runtime: str, *, taken: bool) -> None:
    """A batch was `taken`, or there is no work left to wait with."""
    wait = workshop.waits.pop(runtime, None)
    if not taken and (wait is None or wait.told_at is None):
        return
    since = workshop.db.transact(lambda connection: waits.end(connection, runtime))
    if since is not None:
        log.info("work.goes_on" if taken else "work.is_gone", runtime=runtime, waited=round(workshop.clock() - since, 1))
