"""The worker's end of the child process that compares texts."""

import contextlib
import json
import socket
import subprocess
import sys
from typing import Any

from adapters.settings import ROOT

COMMAND = [sys.executable, "-m", "workers.textroom.child"]


class ComparerGone(Exception):
    """The child ended, or did not answer in time. `signal` is the one that ended it, None where none did."""

    def __init__(self, message: str, signal: int | None = None):
        super().__init__(message)
        self.signal = signal


class Comparer:
    """A running child. It ends by itself when this process does, since its input then ends."""

    def __init__(self):
        """Raises OSError when the process cannot be started."""
        self._socket, theirs = socket.socketpair()
        with theirs:
            # An empty environment, and a session of its own: Ctrl-C is for the worker, which ends its children in order.
            self._process = subprocess.Popen(
                COMMAND, stdin=theirs, stdout=theirs, cwd=ROOT, env={}, start_new_session=True)
        self._lines = self._socket.makefile("rb")

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, payload: Any, cpu_seconds: float, wall_seconds: float) -> dict[str, Any]:
        """The child's answer; `workers.textroom.child` tells its shape. Raises ComparerGone."""
        request = json.dumps({"cpu_seconds": cpu_seconds, "payload": payload}).encode("ascii") + b"\n"
        self._socket.settimeout(wall_seconds)
        try:
            self._socket.sendall(request)
            line = self._lines.readline()
        except TimeoutError as error:
            raise ComparerGone(f"the comparison gave no answer within {wall_seconds:g} s") from error
        except OSError as error:
            raise self._gone() from error
        if not line.endswith(b"\n"):
            raise self._gone()
        return json.loads(line)

    def _gone(self) -> ComparerGone:
        self.kill()
        code = self._process.returncode
        return ComparerGone(f"the process that compares texts ended with status {code}", -code if code < 0 else None)

    def kill(self) -> None:
        """Ends it at once, whatever it does; an `ask` in another thread raises ComparerGone. May be called again."""
        with contextlib.suppress(OSError):  # the child was quicker
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._process.kill()  # changes nothing for one that is ending already, whose status tells why
        self._process.wait()
