"""One way to open the database, for Postgres and SQLite alike.

SQLite runs in WAL mode, and every writing transaction begins with BEGIN IMMEDIATE: a deferred one that upgrades
from read to write fails at once when another process writes, whatever the busy timeout says.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError

T = TypeVar("T")
SQLITE_BUSY_MS = 30_000


class Database:
    """Transactions over one engine. `patience` is how many seconds `transact` waits for a database that is away."""

    def __init__(self, url: str, *, patience: float = 0.0, pool_size: int = 5):
        self.url = make_url(url)
        self.patience = patience
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            if self.url.database:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_engine(self.url)
            _configure_sqlite(self.engine)
        else:
            self.engine = create_engine(
                self.url, pool_pre_ping=True, pool_size=pool_size, max_overflow=pool_size * 2,
                connect_args={"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3},
            )

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self.engine.connect().execution_options(assay_reads=True) as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that commits at the end of the block, and rolls back when it raises."""
        with self.engine.begin() as connection:
            yield connection

    def transact(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a writing transaction, again after a lost connection until `patience` is used up.

        A connection may die during the commit, so `work` must be safe to run twice (conditional updates are).
        """
        return self._patiently(self.write, work)

    def query(self, work: Callable[[Connection], T]) -> T:
        """Like `transact`, for a transaction that only reads."""
        return self._patiently(self.read, work)

    def _patiently(self, transaction, work: Callable[[Connection], T]) -> T:
        deadline = time.monotonic() + self.patience
        pause = 0.1
        while True:
            try:
                with transaction() as connection:
                    return work(connection)
            except DBAPIError as error:
                if not is_outage(error) or time.monotonic() > deadline:
                    raise
                time.sleep(pause * (0.5 + random.random()))
                pause = min(pause * 2, 3.0)

    def close(self) -> None:
        self.engine.dispose()


def is_outage(error: DBAPIError) -> bool:
    """Whether the database was away or busy, as opposed to refusing what we asked.

    psycopg raises OperationalError for refused connections, for a server that is starting or shutting down, and for
    deadlocks; SQLite raises it for a lock that outlived the busy timeout, but also for a missing table.
    """
    if error.connection_invalidated:
        return True
    return isinstance(error, OperationalError) and "no such" not in str(error.orig)


def _configure_sqlite(engine) -> None:
    @event.listens_for(engine, "connect")
    def on_connect(dbapi_connection, _record):
        dbapi_connection.isolation_level = None  # we say BEGIN ourselves
        cursor = dbapi_connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={SQLITE_BUSY_MS}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection):
        reads = connection.get_execution_options().get("assay_reads")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
