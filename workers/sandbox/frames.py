"""The two framings between a worker and the agent in a container.

Inner: the agent's frames, four bytes of length (big-endian) and ASCII JSON. Outer, only on what comes through the
engine: it multiplexes stdout and stderr of a container without a terminal into chunks with an eight-byte
header (stream number, three zero bytes, length). Chunks and frames do not line up.
"""

import contextlib
import json
import select
import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

from workers.sandbox.line import Line

FRAME = struct.Struct(">I")
CHUNK = struct.Struct(">BxxxI")
MAX_FRAME_BYTES = 256 * 1024 * 1024
STDERR_BYTES = 4096
RECEIVE_BYTES = 256 * 1024
LAST_WORDS_SECONDS = 2.0  # they take the way through the engine, which is the longer one
_STDOUT, _STDERR = 1, 2


class StreamBroken(Exception):
    """The other end is gone, silent past the deadline, or does not speak the protocol."""


class AgentStream:
    """Speaks frames with an agent: over the line if it takes that, else over the engine's attach connection. `stderr` is the
    end of what the agent complained about, which comes through the engine either way.
    """

    def __init__(self, attached: socket.SocketIO, line: Line | None = None):
        """`attached`: the engine client's file object around a socket; kept, because it owns the socket. The stream closes
        both that and `line`."""
        self._attached, self._line = attached, line
        self._engine: socket.socket = attached._sock
        self._direct: socket.socket | None = None
        self._engine_ended = False
        self._stdout = bytearray()
        self._raw = bytearray()
        self._guard = threading.Lock()  # over the two below
        self._busy = self._shut = False
        self.stderr = ""
        self._engine.setblocking(False)
        self._poller = select.poll()
        self._poller.register(self._engine, select.POLLIN)
        if line is not None:
            self._poller.register(line, select.POLLIN)

    @property
    def is_direct(self) -> bool:
        """Whether the agent has taken the line."""
        return self._direct is not None

    def send(self, value: Any, deadline: float) -> None:
        """Sends one frame; `deadline` in terms of time.monotonic(). Raises StreamBroken."""
        data = json.dumps(value).encode("ascii")
        with self._in_use():
            try:
                _send_all(self._direct or self._engine, FRAME.pack(len(data)) + data, deadline)
            except OSError as error:
                if self._direct is not None and isinstance(error, ConnectionError):
                    self._hear_last_words()
                raise StreamBroken(f"cannot send to the agent: {error}") from error

    def shut(self) -> None:
        """Ends the connection; a `receive` that waits in another thread raises StreamBroken and then closes it."""
        with self._guard:
            self._shut = True
            for connection in self._connections():
                with contextlib.suppress(OSError):  # the other end was quicker
                    connection.shutdown(socket.SHUT_RDWR)
            if not self._busy:
                self._close()

    def _close(self) -> None:
        """Never under a thread that waits in it: the number may already be another file's when that thread wakes up.

        By hand, because the client's objects refer to each other and would keep the descriptor for a while.
        """
        self._attached.close()
        for connection in self._connections():
            connection.close()
        self._forget_line()

    def _connections(self) -> list[socket.socket]:
        return [self._engine] if self._direct is None else [self._engine, self._direct]

    def _forget_line(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            self._poller.unregister(line)
            line.close()

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
            self._forget_line()  # an agent that speaks has taken it, or never will
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
            ready = {fd for fd, _ in self._poller.poll(_remaining(deadline) * 1000)}
            if self._line is not None and self._line.fileno() in ready:
                self._accept()
            if self._engine.fileno() in ready:
                self._hear_engine()
            if self._direct is not None and self._direct.fileno() in ready:
                self._hear_agent()
        except OSError as error:
            raise StreamBroken(f"no answer from the agent: {error}") from error

    def _accept(self) -> None:
        number, direct = self._line.fileno(), self._line.accept()
        if direct is None:
            return
        self._poller.unregister(number)
        with self._guard:
            self._line, self._direct = None, direct
            if self._shut:  # too late for that to have reached it
                direct.shutdown(socket.SHUT_RDWR)
        self._poller.register(direct, select.POLLIN)

    def _hear_agent(self) -> None:
        data = _received(self._direct)
        if data == b"":
            self._hear_last_words()
            raise StreamBroken("the container ended")
        self._stdout += data or b""

    def _hear_last_words(self) -> None:
        poller, deadline = select.poll(), time.monotonic() + LAST_WORDS_SECONDS
        poller.register(self._engine, select.POLLIN)
        with contextlib.suppress(OSError):
            while not self._engine_ended and poller.poll(_remaining(deadline) * 1000):
                self._hear_engine()

    def _hear_engine(self) -> None:
        """The end of it is the agent's only if that has no line."""
        data = _received(self._engine)
        if data == b"":
            if self._direct is None:
                raise StreamBroken("the container ended")
            self._poller.unregister(self._engine)
            self._engine_ended = True
        self._raw += data or b""
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


def _received(connection: socket.socket) -> bytes | None:
    """What has come; empty at the end, None if nothing has come after all."""
    try:
        return connection.recv(RECEIVE_BYTES)
    except BlockingIOError:
        return None
    except ConnectionResetError:  # the other end had not read all that we sent
        return b""


def _send_all(connection: socket.socket, data: bytes, deadline: float) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[connection.send(rest):]
        except BlockingIOError:
            poller = select.poll()
            poller.register(connection, select.POLLOUT)
            poller.poll(_remaining(deadline) * 1000)


def _remaining(deadline: float) -> float:
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError("the deadline has passed")
    return remaining
