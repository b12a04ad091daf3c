"""One of these at a time on this machine."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock file `path` for the length of the block; waits for whoever holds it.

    The kernel frees the lock when its holder dies, however it dies, so a lock is never stale.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
