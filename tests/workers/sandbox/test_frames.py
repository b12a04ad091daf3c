import json
import socket
import struct
import threading
import time

import pytest

from workers.sandbox.frames import AgentStream, StreamBroken


@pytest.fixture
def line():
    """A stream and the engine's end of its connection."""
    ours, engine = socket.socketpair()
    with ours, engine:
        yield AgentStream(socket.SocketIO(ours, "rwb")), engine


def frame(value) -> bytes:
    data = json.dumps(value).encode()
    return struct.pack(">I", len(data)) + data


def chunk(data: bytes, stream: int = 1) -> bytes:
    return struct.pack(">BxxxI", stream, len(data)) + data


def soon() -> float:
    return time.monotonic() + 0.3


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_frames_come_whole_however_the_engine_cuts_them(line, size):
    stream, engine = line
    data = frame({"a": "é\ud800"}) + frame([1])
    engine.sendall(b"".join(chunk(data[i:i + size]) for i in range(0, len(data), size)))
    assert [stream.receive(soon()), stream.receive(soon())] == [{"a": "é\ud800"}, [1]]


def test_what_the_agent_complains_about_stays_apart(line):
    stream, engine = line
    engine.sendall(chunk(b"oh ", 2) + chunk(frame(1)[:2]) + chunk(b"dear", 2) + chunk(frame(1)[2:]))
    assert stream.receive(soon()) == 1
    assert stream.stderr == "oh dear"


def test_a_frame_is_sent_with_its_length(line):
    stream, engine = line
    stream.send({"a": "\ud800"}, soon())
    assert engine.recv(1000) == frame({"a": "\ud800"})


@pytest.mark.parametrize("bytes_sent", [
    b"", chunk(frame(1)[:3]), chunk(struct.pack(">I", 2**31)), chunk(struct.pack(">I", 3) + b"no!"), chunk(b"x", 9),
], ids=["silence", "half a frame", "too long", "no JSON", "unknown stream"])
def test_what_is_no_frame_breaks_the_stream_by_the_deadline(line, bytes_sent):
    stream, engine = line
    engine.sendall(bytes_sent)
    with pytest.raises(StreamBroken):
        stream.receive(soon())


def test_an_ended_container_breaks_the_stream_at_once(line):
    stream, engine = line
    engine.close()
    with pytest.raises(StreamBroken, match="ended"):
        stream.receive(time.monotonic() + 60)


def test_shutting_it_wakes_the_thread_that_waits_and_frees_the_descriptor(line):
    """Closed under a waiting thread, the number went to another file at once, on which that thread then waited."""
    stream, _ = line
    threading.Timer(0.2, stream.shut).start()
    with pytest.raises(StreamBroken):
        stream.receive(time.monotonic() + 60)
    assert stream._engine.fileno() == -1


def test_nothing_is_sent_over_a_shut_stream(line):
    stream, _ = line
    stream.shut()
    with pytest.raises(StreamBroken, match="closed"):
        stream.send(1, soon())
