"""Slots of the host: how many sandboxes may run on it at once, whichever worker, container or job they belong to.

A slot is a file that is locked while it is held. The kernel drops the lock when the process ends, however it ends, and
a folder mounted into several containers makes them share the slots. Uids follow from the number, because the kernel
counts processes per uid over all containers of a host.
"""

import contextlib
import errno
import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from scoring.errors import HostLacks

POLL_SECONDS = 0.05


class Slot:
    """A held slot, until `release` or the end of the `with` block. Number -1 is the self-test's."""

    def __init__(self, number: int, descriptor: int):
        self.number = number
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.release()


class Slots:
    """The slots 0..count-1 in `folder`, which is made when missing. Raises OSError when it cannot be written to, and
    HostLacks when it is another user's link."""

    def __init__(self, folder: Path, count: int):
        self._folder = folder
        self._count = count

    def acquire(self, timeout: float) -> Slot | None:
        """A free slot, waited for at most `timeout` seconds; None if there was none."""
        return self._first_of(range(self._count), timeout)

    def acquire_selftest(self, timeout: float) -> Slot | None:
        """The slot of self-tests, beside the numbered ones: a busy host must not keep a worker from starting."""
        return self._first_of(range(-1, 0), timeout)

    def _first_of(self, numbers: range, timeout: float) -> Slot | None:
        _make_shared(self._folder)
        deadline = time.monotonic() + timeout
        while True:
            for number in numbers:
                descriptor = _try_lock(self._folder / f"slot{number}.lock")
                if descriptor is not None:
                    return Slot(number, descriptor)
            if time.monotonic() >= deadline:
                return None
            time.sleep(POLL_SECONDS)


def _make_shared(folder: Path) -> None:
    """Workers of several users share the folder, so whoever makes it opens it to all, whatever the umask. What a link leads to
    is not opened, and another user's link not followed: it can lead to any folder of the host.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if folder.is_symlink():
        if folder.lstat().st_uid not in (0, os.geteuid()):
            raise HostLacks(f"a slot folder of its own: {folder} is another user's link", mend="set ASSAY_SLOT_DIR to another")
        return
    with contextlib.suppress(PermissionError):  # it belongs to another worker, who has done this
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        _open_to_all(descriptor, 0o1777)
        os.close(descriptor)


def _open_to_all(descriptor: int, mode: int) -> None:
    """By the descriptor: under its name there may be a link by now."""
    with contextlib.suppress(PermissionError):  # it belongs to another worker, who has done this
        os.fchmod(descriptor, mode)


def _try_lock(path: Path) -> int | None:
    """The descriptor that holds the lock, or None if somebody else does."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except PermissionError:
        # A sticky folder's file of another user may refuse O_CREAT although it is open to all (fs.protected_regular).
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        _open_to_all(descriptor, 0o666)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return None
        raise
    return descriptor
