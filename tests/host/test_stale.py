"""What a new engine must clear away of a killed one, and what it must leave."""

from pathlib import PurePosixPath

import pytest

from cli.host.stale import ENGINE_CLAIMS, Claim, stale_files

PID_FILE = PurePosixPath("/var/run/docker.pid")
SOCKET = PurePosixPath("/var/run/docker.sock")
CLAIMS = (Claim(PID_FILE, "dockerd", (SOCKET,)),)


@pytest.mark.parametrize(
    ("story", "alive"),
    [
        ("no such process", {1: "init"}),
        ("the pid now belongs to another program", {1: "init", 42: "bash"}),
    ],
)
def test_the_files_of_a_dead_engine_are_stale(story: str, alive: dict[int, str]) -> None:
    assert stale_files(CLAIMS, {PID_FILE: 42}, alive) == [PID_FILE, SOCKET], story


def test_a_living_engine_keeps_its_files() -> None:
    assert stale_files(CLAIMS, {PID_FILE: 42}, {42: "dockerd"}) == []


def test_a_pid_file_without_a_number_is_stale() -> None:
    assert stale_files(CLAIMS, {PID_FILE: 0}, {42: "dockerd"}) == [PID_FILE, SOCKET]


def test_without_a_pid_file_nothing_is_known_so_nothing_is_stale() -> None:
    assert stale_files(CLAIMS, {}, {}) == []


def test_containerd_that_outlived_its_engine_is_kept() -> None:
    """A new dockerd adopts a living containerd; one that lost its socket would be waited for in vain."""
    engine, containerd = ENGINE_CLAIMS
    stale = stale_files(ENGINE_CLAIMS, {engine.pid_file: 42, containerd.pid_file: 43}, {43: "containerd"})
    assert stale == [engine.pid_file, *engine.belongings]
