"""A Docker engine that answers: found, started or installed.

`ensure_engine` walks this ladder and stops at the first rung that holds:
1. the engine answers;
2. it is another machine's engine (DOCKER_HOST), or we are not root: say what is missing;
3. it is installed: clear what a killed engine left behind and start it;
4. the machine is Debian or Ubuntu: install it, then rung 3.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from cli.host import debian, locks, passthrough, process
from cli.host.faults import CommandFailed, lacks
from cli.host.stale import ENGINE_CLAIMS, Claim, stale_files
from scoring.errors import HostLacks

Say = Callable[[str], None]

LOG_FILE = Path("/var/log/assay-dockerd.log")
# A cold engine on a slow disk with many images needs tens of seconds to load them.
START_SECONDS = 90
_LOCAL_SOCKETS = ("", "unix:///var/run/docker.sock", "unix:///run/docker.sock")
_INSTALL_ELSEWHERE = "see docs/operating.md, 'Installing Docker', then start it and run the command again"


def ensure_engine(say: Say) -> None:
    """Return when `docker info` works.

    Raises HostLacks when the machine lacks an engine that we may not install or start, CommandFailed when the engine
    was started and does not answer.
    """
    fault = _fault()
    if fault is None:
        return
    host = passthrough.environment().get("DOCKER_HOST", "")
    if host not in _LOCAL_SOCKETS:
        raise lacks(f"an answering Docker engine at DOCKER_HOST={host}", "unset DOCKER_HOST")
    if os.geteuid() != 0:
        raise what_a_user_lacks(fault)
    with locks.exclusive(Path("/run/lock/assay-engine.lock")):
        if _fault() is None:
            return
        _install(say)
        _start(say)


def _fault() -> CommandFailed | None:
    """Why `docker info` does not work, or None when it does."""
    try:
        process.run(["docker", "info"])
    except CommandFailed as fault:
        return fault
    return None


def what_a_user_lacks(fault: CommandFailed) -> HostLacks:
    if "permission denied" in fault.output.lower():
        return lacks("permission to use the Docker engine", "sudo usermod -aG docker $USER && newgrp docker")
    if not shutil.which("dockerd", path=SYSTEM_PATH):
        if debian.is_debian():
            return lacks("a Docker engine", "sudo apt-get install -y docker.io && sudo usermod -aG docker $USER")
        return lacks("a Docker engine", _INSTALL_ELSEWHERE)
    return lacks("a running Docker engine", "sudo systemctl start docker")


def _install(say: Say) -> None:
    """Install what is missing of the engine, its client and its control groups."""
    missing = [] if shutil.which("dockerd", path=SYSTEM_PATH) else ["docker.io"]
    if not has_cgroups(Path("/proc/mounts").read_text()) and not shutil.which("cgroupfs-mount", path=SYSTEM_PATH):
        missing.append("cgroupfs-mount")
    if missing:
        if not debian.is_debian():
            raise lacks("a Docker engine", _INSTALL_ELSEWHERE)
        debian.install(missing, say)
    if not shutil.which("docker"):
        # From trixie on, the client is a package of its own that docker.io only recommends.
        debian.install(["docker-cli"], say)


SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def has_cgroups(mounts: str) -> bool:
    """Whether the text of /proc/mounts shows control groups of either version."""
    return any(line.split()[2] in ("cgroup", "cgroup2") for line in mounts.splitlines())


def _start(say: Say) -> None:
    say("starting the Docker engine")
    if Path("/run/systemd/system").is_dir():
        process.run(["systemctl", "start", "docker"])
        _await_answer(None)
        return
    if not has_cgroups(Path("/proc/mounts").read_text()):
        process.run(["cgroupfs-mount"])
    if "dockerd" in living_programs().values():
        # Installed or started by someone else a moment ago: it may still be on its way.
        _await_answer(None)
        return
    clear_stale_files(ENGINE_CLAIMS, say)
    with LOG_FILE.open("ab") as log:
        engine = subprocess.Popen(
            ["dockerd"],
            cwd="/",
            env={**passthrough.environment(), "PATH": SYSTEM_PATH},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # a Ctrl-C for us is not one for the engine
        )
    _await_answer(engine)


def _await_answer(engine: "subprocess.Popen[bytes] | None") -> None:
    """Wait until the engine answers; `engine` is its process when it is our child."""
    deadline = time.monotonic() + START_SECONDS
    while (fault := _fault()) is not None:
        ended = engine.poll() if engine else None
        if ended is not None or time.monotonic() > deadline:
            log = process.tail(LOG_FILE.read_text(errors="replace")) if engine else fault.output
            raise CommandFailed(["dockerd"], ended if ended is not None else 1, f"the engine does not answer\n{log}")
        time.sleep(0.2)


def clear_stale_files(claims: tuple[Claim, ...], say: Say) -> None:
    """Deletes the files that a killed engine left in the way of a new one."""
    pids = {claim.pid_file: _read_pid(Path(claim.pid_file)) for claim in claims if Path(claim.pid_file).exists()}
    for stale in stale_files(claims, pids, living_programs()):
        if Path(stale).exists():
            say(f"removing {stale}, left behind by a killed engine")
            Path(stale).unlink(missing_ok=True)


def _read_pid(path: Path) -> int:
    text = path.read_text().strip()
    return int(text) if text.isdigit() else 0


def living_programs() -> dict[int, str]:
    """The program of every process of this machine that is neither dead nor a zombie, by pid."""
    programs: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (program := _living_program(folder)):
            programs[int(folder.name)] = program
    return programs


def _living_program(folder: Path) -> str | None:
    """The name in a /proc/PID/stat like `12 (dockerd) S 1 ...`; None for a zombie or a process that is gone."""
    try:
        stat = (folder / "stat").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None  # it ended between the listing and the reading
    name, _, rest = stat.partition("(")[2].rpartition(")")
    return None if rest.split()[0] in ("Z", "X") else name
