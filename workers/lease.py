"""Keeping a lease alive while its work goes on."""

import threading
from collections.abc import Callable

import structlog
from sqlalchemy.exc import DBAPIError

from adapters.db import claims
from workers.workshop import Workshop

log = structlog.get_logger()


class LeaseKeeper:
    """Renews the lease from a thread until the block ends.

    When the lease is gone (it ran out, or the job was cancelled) `lost` turns true and `on_loss` is called once, in
    that thread. A database that is away is no loss: the lease may still stand when it comes back.
    """

    def __init__(self, workshop: Workshop, lease_id: str, on_loss: Callable[[], None] = lambda: None):
        self._workshop = workshop
        self._lease_id = lease_id
        self._on_loss = on_loss
        self._ended = threading.Event()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True, name="lease-keeper")

    @property
    def lost(self) -> bool:
        return self._lost.is_set()

    def __enter__(self) -> "LeaseKeeper":
        self._thread.start()
        return self

    def __exit__(self, *_exc) -> None:
        self._ended.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._ended.wait(self._workshop.settings.lease_seconds / 5):
            try:
                with self._workshop.db.write() as connection:
                    alive = claims.renew(connection, self._lease_id, until=self._workshop.lease_end())
            except DBAPIError as error:
                log.warning("lease.renewal_failed", lease=self._lease_id, error=str(error.orig))
                continue
            if not alive:
                self._lost.set()
                self._on_loss()
                return
