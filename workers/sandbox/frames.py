"""The two framings between a worker and the agent in a container.

Inner: the agent's frames, four bytes of length (big-endian) and ASCII JSON. Outer, only on what comes from the
container: the engine multiplexes stdout and stderr of a container without a terminal into chunks with an eight-byte
header (stream number, three zero bytes, length). Chunks and frames do not line up.
"""

import contextlib
import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

FRAME = struct.Struct(">I")
CHUNK = struct.Struct(">BxxxI")
MAX_FRAME_BYTES = 256 * 1024 * 1024
STDERR_BYTES = 4096
_STDOUT, _STDERR = 1, 2


class StreamBroken(Exception):
    """The other end is gone, silent past the deadline, or does not speak the protocol."""


class AgentStream:
    """Speaks frames over the engine's attach connection. `stderr` is the end of what the agent complained about."""

    def __init__(self, attached: socket.SocketIO):
        """`attached`: the engine client's file object around a socket; kept, because it owns the socket."""
        self._attached = attached
        self._connection: socket.socket = attached._sock
        self._stdout = bytearray()
        self._raw = bytearray()
        self._guard = threading.Lock()  # over the two below
        self._busy = self._shut = False
        self.stderr = ""

    def send(self, value: Any, deadline: float) -> None:
        """Sends one frame; `deadline` in terms of time.monotonic(). Raises StreamBroken."""
        data = json.dumps(value).encode("ascii")
        with self._in_use():
            try:
                self._connection.settimeout(_remaining(deadline))
                self._connection.sendall(FRAME.pack(len(data)) + data)
            except OSError as error:
                raise StreamBroken(f"cannot send to the agent: {error}") from error

    def shut(self) -> None:
        """Ends the connection; a `receive` that waits in another thread raises StreamBroken and then closes it."""
        with self._guard:
            self._shut = True
            with contextlib.suppress(OSError):  # the other end was quicker
                self._connection.shutdown(socket.SHUT_RDWR)
            if not self._busy:
                self._close()

    def _close(self) -> None:
        """Never under a thread that waits in it: the number may already be another file's when that thread wakes up.

        By hand, because the client's objects refer to each other and would keep the descriptor for a while.
        """
        self._attached.close()
        self._connection.close()

    @contextlib.contextmanager
    def _in_use(self) -> Iterator[None]:
        with self._guard:
            if self._shut:
                raise StreamBroken("the connection is closed")
            self._busy = True
        try:
            yield
        finally:
            with self._guard:
                self._busy = False
                if self._shut:
                    self._close()

    def receive(self, deadline: float) -> Any:
        """The next frame. Raises StreamBroken."""
        with self._in_use():
            (length,) = FRAME.unpack(self._take(FRAME.size, deadline))
            if length > MAX_FRAME_BYTES:
                raise StreamBroken(f"the agent announced a frame of {length} bytes")
            data = self._take(length, deadline)
        try:
            return json.loads(data)
        except ValueError as error:
            raise StreamBroken("the agent sent a frame that is not JSON") from error

    def _take(self, count: int, deadline: float) -> bytes:
        while len(self._stdout) < count:
            self._fill(deadline)
        data = bytes(self._stdout[:count])
        del self._stdout[:count]
        return data

    def _fill(self, deadline: float) -> None:
        try:
            self._connection.settimeout(_remaining(deadline))
            data = self._connection.recv(256 * 1024)
        except OSError as error:
            raise StreamBroken(f"no answer from the agent: {error}") from error
        if not data:
            raise StreamBroken("the container ended")
        self._raw += data
        self._split_chunks()

    def _split_chunks(self) -> None:
        while len(self._raw) >= CHUNK.size:
            stream, length = CHUNK.unpack_from(self._raw)
            if stream not in (_STDOUT, _STDERR):
                raise StreamBroken(f"the engine sent a chunk of stream {stream}")
            end = CHUNK.size + length
            if len(self._raw) < end:
                return
            chunk = self._raw[CHUNK.size:end]
            del self._raw[:end]
            if stream == _STDOUT:
                self._stdout += chunk
            else:
                self.stderr = (self.stderr + chunk.decode("utf-8", "replace"))[-STDERR_BYTES:]


def _remaining(deadline: float) -> float:
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError("the deadline has passed")
    return remaining
