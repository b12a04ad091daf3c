"""The launcher on machines that lack something: exit code 3 and the command that mends it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from adapters.images import ROOT

TOOLS = (
    "bash",
    "dirname",
    "readlink",
    "id",
    "sha256sum",
    "cut",
    "cat",
    "flock",
    "mkdir",
    "rm",
    "env",
    "chmod",
    "apt-get",
)


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A PATH with the basic tools and no Python; `id -u` says that we are an ordinary user."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        (folder / tool).symlink_to(shutil.which(tool) or f"/usr/bin/{tool}")
    _script(folder / "id", "echo 1000")
    _script(folder / "apt-get", "echo 'apt-get was called' >&2; exit 1")
    return folder


def _script(path: Path, body: str) -> None:
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/bash\n{body}\n")
    path.chmod(0o755)


def _launch(path: Path, cache: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    env = {"PATH": str(path), "ASSAY_CACHE": str(cache), "HOME": str(cache)}
    return subprocess.run([str(ROOT / "assay"), *arguments], env=env, capture_output=True, text=True, check=False)


def test_a_user_without_python_is_told_what_to_install(bare_path: Path, tmp_path: Path) -> None:
    done = _launch(bare_path, tmp_path / "cache", "demo")
    assert done.returncode == 3
    assert "lacks Python 3.11" in done.stderr
    assert "sudo apt-get install -y python3 python3-venv" in done.stderr
    assert "apt-get was called" not in done.stderr


def test_a_python_that_is_too_old_does_not_count(bare_path: Path, tmp_path: Path) -> None:
    _script(bare_path / "python3", "echo '3.9.2 /usr'; exit 1")
    assert _launch(bare_path, tmp_path / "cache", "demo").returncode == 3


def test_without_debian_tools_the_message_names_no_debian_command(bare_path: Path, tmp_path: Path) -> None:
    (bare_path / "apt-get").unlink()
    done = _launch(bare_path, tmp_path / "cache", "demo")
    assert done.returncode == 3
    assert "apt-get" not in done.stderr


def test_a_half_made_environment_is_thrown_away(bare_path: Path, tmp_path: Path) -> None:
    """A run killed in the middle of `pip install` leaves a folder without the marker."""
    log = tmp_path / "log"
    _script(bare_path / "python3.11", _FAKE_PYTHON.format(log=log))
    cache = tmp_path / "cache"
    assert _launch(bare_path, cache, "--help").returncode == 0
    (venv,) = cache.glob("venv-????????????")
    (venv / "complete").unlink()
    (venv / "rest-of-a-killed-run").touch()
    assert _launch(bare_path, cache, "--help").returncode == 0
    assert not (venv / "rest-of-a-killed-run").exists()
    assert log.read_text().count("-m venv") == 2


def test_a_second_run_installs_nothing_and_keeps_the_folder(bare_path: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    _script(bare_path / "python3.11", _FAKE_PYTHON.format(log=log))
    for _ in range(2):
        done = _launch(bare_path, tmp_path / "cache", "score", "answers.zip")
        assert done.returncode == 0
        assert done.stdout == f"cli in {os.getcwd()}: score answers.zip\n"
    assert log.read_text().count("pip install") == 1


# Makes "environments" that hold a copy of itself, and notes what it was asked for.
_FAKE_PYTHON = """
echo "$@" >> {log}
case "$*" in
    "-m venv "*) mkdir -p "$3/bin" && cat "$0" > "$3/bin/python" && chmod 755 "$3/bin/python" ;;
    "-m pip "* | *ensurepip*) ;;
    "-m cli "*) shift 2; echo "cli in $PWD: $*" ;;
    *) echo "3.11.0 /usr" ;;
esac
"""
