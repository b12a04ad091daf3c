"""A connection to an agent that does not pass through the engine, whose relay costs a small program a tenth of all it takes.

The worker listens in a folder of the slot, beside the slots' locks, which is bound into the container at `/line`; the agent
connects before it says its first word, or else speaks through the engine as ever. It cannot connect where the engine's host is
another machine, where its root is not the worker's user, or where the engine's runtime lets nobody out.

Each socket has a name of its own, which its agent is told: that of a worker that was killed may start when the next one has the
slot, and so the folder, and must not be taken for the next one's.
"""

import contextlib
import os
import secrets
import socket
import stat
from pathlib import Path

ENDING = ".sock"
MOUNT = "/line"


class Line:
    """Listens for one agent. The folder stays, one per slot, closed to all other users of the host."""

    def __init__(self, folder: Path):
        """`folder`: absolute, without links. Raises OSError where nobody can listen, or where the folder is not this user's
        own, or could be exchanged: the engine is told its name, and would bind whatever folder of the host is there then."""
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        self._folder, self._name = -1, secrets.token_hex(8) + ENDING
        try:
            _refuse_exchangeable(folder)
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
            self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            self._refuse_shared()
            self._remove_left()
            # By the descriptor: the name of a socket may have 107 bytes, and folders of users are deeper than that.
            self._listener.bind(f"/proc/self/fd/{self._folder}/{self._name}")
            self._listener.listen(1)
        except BaseException:
            self.close()
            raise

    def _refuse_shared(self) -> None:
        found = os.fstat(self._folder)
        if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
            raise PermissionError("the folder belongs to others as well")

    def _remove_left(self) -> None:
        """What killed workers left."""
        for name in os.listdir(self._folder):
            if name.endswith(ENDING):
                self._unlink(name)

    def _unlink(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self._folder)

    @property
    def place(self) -> str:
        """Where the agent connects, as its container sees it."""
        return f"{MOUNT}/{self._name}"

    def fileno(self) -> int:
        """Can be read once the agent has connected."""
        return self._listener.fileno()

    def accept(self) -> socket.socket | None:
        """The agent's connection, after which nobody else can connect; None if nobody has come yet."""
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:
            return None
        self.close()
        connection.setblocking(False)
        return connection

    def close(self) -> None:
        """Once it is closed, nothing is left in the folder, unless the disk has become read-only: nobody hears there then."""
        self._listener.close()
        folder, self._folder = self._folder, -1
        if folder != -1:
            with contextlib.suppress(OSError):
                os.unlink(self._name, dir_fd=folder)
            os.close(folder)


def _refuse_exchangeable(folder: Path) -> None:
    for parent in folder.parents:
        found = parent.lstat()
        others_may_write = found.st_mode & 0o022 and not found.st_mode & stat.S_ISVTX
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (0, os.geteuid()) or others_may_write:
            raise PermissionError(f"another user can exchange what is in {parent}")


def volume(folder: Path) -> str:
    """How the engine binds the folder. Connecting writes nothing, so the container need not be able to."""
    return f"{folder}:{MOUNT}:ro"
