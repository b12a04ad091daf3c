"""What every step works with, put together in one place."""

import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adapters.blobs import Blobs, make_blobs
from adapters.db.engine import Database
from adapters.queue import Doorbell, make_doorbell
from adapters.settings import Settings
from adapters.snapshots import Snapshots
from workers.sandbox.contract import SandboxProvider

PATIENCE_SECONDS = 90.0  # how long a step waits for a database that restarts


def owner_name(pid: int | None = None) -> str:
    """host:pid, the name under which a process of this host, this one unless told otherwise, writes leases and outcomes."""
    return f"{socket.gethostname()}:{os.getpid() if pid is None else pid}"


@dataclass
class Workshop:
    """`sandboxes` is None in processes that run no cases. `should_stop` is asked between cases."""

    settings: Settings
    db: Database
    blobs: Blobs
    snapshots: Snapshots
    doorbell: Doorbell
    sandboxes: SandboxProvider | None = None
    should_stop: Callable[[], bool] = lambda: False
    clock: Callable[[], float] = time.time
    owner: str = field(default_factory=owner_name)
    reaped_at: float = 0.0  # when this process last looked for stray sandboxes
    complained_at: float = 0.0  # when it last said that the host has no room
    waits: dict[str, Any] = field(default_factory=dict)  # runtime -> what `workers.waiting` knows of its wait

    def lease_end(self) -> float:
        return self.clock() + self.settings.lease_seconds


def open_workshop(settings: Settings, sandboxes: SandboxProvider | None = None,
                  should_stop: Callable[[], bool] = lambda: False) -> Workshop:
    blobs = make_blobs(settings)
    return Workshop(
        settings=settings, db=Database(settings.resolved_database_url(), patience=PATIENCE_SECONDS), blobs=blobs,
        snapshots=Snapshots(blobs), doorbell=make_doorbell(settings.broker_url), sandboxes=sandboxes,
        should_stop=should_stop,
    )
