"""The connection that does not pass through the engine, without one; test_docker.py has it with containers."""

import os
import socket
import struct
import threading
import time

import pytest

from tests.workers.sandbox.test_frames import chunk, frame, soon
from workers.sandbox.frames import AgentStream, StreamBroken
from workers.sandbox.line import Line


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "line0"


@pytest.fixture
def stream(folder):
    """A stream, the engine's end of its connection, and where an agent may connect."""
    ours, engine = socket.socketpair()
    stream = AgentStream(socket.SocketIO(ours, "rwb"), Line(folder))
    with ours, engine:
        yield stream, engine
        stream.shut()


def connected(folder) -> socket.socket:
    agent = socket.socket(socket.AF_UNIX)
    agent.connect(os.fspath(folder / "".join(os.listdir(folder))))  # one name, or none
    return agent


def test_an_agent_that_takes_the_line_is_spoken_to_there(stream, folder):
    stream, engine = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        assert stream.receive(soon()) == "hello" and stream.is_direct
        stream.send({"a": 1}, soon())
        assert agent.recv(1000) == frame({"a": 1})
        engine.setblocking(False)
        with pytest.raises(BlockingIOError):
            engine.recv(1)


def test_a_large_frame_goes_both_ways(stream, folder):
    stream, _ = stream
    large = "x" * (8 << 20)
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())

        def echo():
            data = b""
            while len(data) < len(frame(large)):
                data += agent.recv(1 << 20)
            agent.sendall(data)

        thread = threading.Thread(target=echo)
        thread.start()
        stream.send(large, time.monotonic() + 30)
        assert stream.receive(time.monotonic() + 30) == large
        thread.join()


def test_an_agent_that_does_not_come_is_spoken_to_through_the_engine(stream, folder):
    stream, engine = stream
    engine.sendall(chunk(frame("hello")))
    assert stream.receive(soon()) == "hello" and not stream.is_direct
    stream.send(1, soon())
    assert engine.recv(1000) == frame(1)
    with pytest.raises(OSError):
        connected(folder)


def test_one_agent_takes_it_and_nothing_is_left_in_the_folder(stream, folder):
    stream, _ = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())
        assert os.listdir(folder) == []
        with pytest.raises(OSError):
            connected(folder)


def test_what_the_agent_complained_about_is_waited_for_when_it_ends(stream, folder):
    stream, engine = stream
    agent = connected(folder)
    agent.sendall(frame("hello"))
    stream.receive(soon())
    agent.close()

    def complain():
        engine.sendall(chunk(b"out of luck", 2))
        engine.close()

    threading.Timer(0.3, complain).start()
    with pytest.raises(StreamBroken, match="ended"):
        stream.receive(time.monotonic() + 60)
    assert stream.stderr == "out of luck"


def test_what_the_agent_complained_about_is_heard_also_if_it_had_not_read_all(stream, folder):
    """The kernel tells that as a reset instead of an end."""
    stream, engine = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())
        stream.send("a request", soon())
    engine.sendall(chunk(b"out of luck", 2))
    engine.close()
    with pytest.raises(StreamBroken, match="ended"):
        stream.receive(soon())
    assert stream.stderr == "out of luck"


def test_what_the_agent_complained_about_is_heard_also_if_it_ended_before_the_request(stream, folder):
    stream, engine = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())
    engine.sendall(chunk(b"out of luck", 2))
    engine.close()
    with pytest.raises(StreamBroken, match="cannot send"):
        stream.send("a request", soon())
    assert stream.stderr == "out of luck"


def test_the_end_of_the_engines_connection_is_not_the_agents(stream, folder):
    stream, engine = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())
        engine.close()
        agent.sendall(frame("still here"))
        assert [stream.receive(soon())] == ["still here"]
        with pytest.raises(StreamBroken, match="deadline"):
            stream.receive(soon())


def test_an_agent_that_does_not_read_is_given_up_by_the_deadline(stream, folder):
    stream, _ = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())
        with pytest.raises(StreamBroken, match="deadline"):
            stream.send("x" * (8 << 20), soon())


def test_shutting_it_wakes_the_thread_that_waits_and_frees_every_descriptor(stream, folder):
    stream, _ = stream
    with connected(folder) as agent:
        agent.sendall(frame("hello"))
        stream.receive(soon())
        threading.Timer(0.2, stream.shut).start()
        with pytest.raises(StreamBroken):
            stream.receive(time.monotonic() + 60)
        assert agent.recv(1) == b"" and stream._direct.fileno() == stream._engine.fileno() == -1


def test_a_stream_shut_before_the_agent_came_listens_no_more(stream, folder):
    stream, _ = stream
    stream.shut()
    assert os.listdir(folder) == []


def test_what_a_killed_worker_left_is_in_nobodys_way(folder):
    first = Line(folder)
    second = Line(folder)
    with connected(folder):
        assert second.accept() is not None and first.accept() is None
    first.close()


def test_it_listens_however_deep_the_folder_lies(tmp_path):
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    deep.mkdir(parents=True)
    Line(deep / "line0").close()


def test_a_folder_that_is_not_this_users_alone_is_refused(folder, tmp_path):
    folder.mkdir(mode=0o755)
    with pytest.raises(PermissionError):
        Line(folder)
    (tmp_path / "line1").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(OSError):
        Line(tmp_path / "line1")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
def test_another_users_folder_is_refused(folder):
    folder.mkdir(mode=0o700)
    os.chown(folder, 65534, 65534)
    with pytest.raises(PermissionError):
        Line(folder)


@pytest.mark.parametrize(("owner", "mode"), [(os.geteuid(), 0o777), pytest.param(
    65534, 0o1777, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away"))])
def test_a_folder_that_another_user_can_exchange_is_refused(tmp_path, owner, mode):
    """The engine binds by name: a slot folder made by another user had it bind any folder of the host into the sandbox."""
    slots = tmp_path / "slots"
    (slots / "below").mkdir(parents=True)
    os.chown(slots, owner, -1)
    slots.chmod(mode)
    for folder in (slots / "line0", slots / "below" / "line0"):
        with pytest.raises(PermissionError, match="exchange"):
            Line(folder)
    assert os.listdir(slots / "below") == []


def test_a_folder_below_another_users_link_is_refused(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(PermissionError, match="exchange"):
        Line(tmp_path / "link" / "line0")


def test_a_line_is_closed_also_where_its_socket_cannot_be_removed(folder):
    before = len(os.listdir("/proc/self/fd"))
    line = Line(folder)
    [name] = os.listdir(folder)
    (folder / name).unlink()
    (folder / name).mkdir()
    line.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_refused_folder_costs_no_descriptor(folder):
    folder.mkdir(mode=0o755)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with pytest.raises(PermissionError):
            Line(folder)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_frame_longer_than_any_is_refused(stream, folder):
    stream, _ = stream
    with connected(folder) as agent:
        agent.sendall(struct.pack(">I", 2**31))
        with pytest.raises(StreamBroken, match="announced"):
            stream.receive(soon())
