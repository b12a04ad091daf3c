"""Finding out about processes and control groups from what the kernel shows."""

import subprocess
import time
from pathlib import Path

import pytest

from cli.host import debian, engine
from cli.host.faults import CommandFailed


def test_a_running_program_is_living_and_a_zombie_is_not() -> None:
    """A killed engine whose parent never waits for it stays a zombie; it must not count as running."""
    with subprocess.Popen(["sleep", "60"]) as child:
        assert engine.living_programs()[child.pid] == "sleep"
        child.kill()
        deadline = time.monotonic() + 5
        while child.pid in engine.living_programs():
            assert time.monotonic() < deadline, "a killed process still counts as living"
        assert Path(f"/proc/{child.pid}").exists()


@pytest.mark.parametrize(
    ("mounts", "expected"),
    [
        ("proc /proc proc rw 0 0\n", False),
        ("cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n", True),
        ("cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n", True),
    ],
)
def test_control_groups_are_seen_in_the_mounts(mounts: str, expected: bool) -> None:
    assert engine.has_cgroups(mounts) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ID=debian\n", True),
        ('NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n', True),
        ("ID=fedora\n", False),
    ],
)
def test_debian_and_what_derives_from_it_is_recognised(tmp_path: Path, text: str, expected: bool) -> None:
    (tmp_path / "os-release").write_text(text)
    assert debian.is_debian(tmp_path / "os-release") is expected


def test_a_user_without_permission_is_told_how_to_get_it() -> None:
    fault = CommandFailed(["docker", "info"], 1, "permission denied while trying to connect")
    assert "usermod -aG docker" in engine.what_a_user_lacks(fault).mend
