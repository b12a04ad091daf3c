"""Which files of a killed Docker engine stand in the way of a new one. Pure: facts in, a decision out.

After `kill -9` the engine's pid files and sockets stay. `dockerd` refuses to start while `docker.pid` names any
existing process, even a recycled pid or a zombie, and it waits in vain for the containerd of `containerd.pid`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Claim:
    """A pid file, the program it stands for, and the files that are worthless once that program is dead."""

    pid_file: PurePosixPath
    program: str
    belongings: tuple[PurePosixPath, ...] = ()


def engine_claims(pid_file: PurePosixPath, socket: PurePosixPath, exec_root: PurePosixPath) -> tuple[Claim, ...]:
    """The claims of an engine that has these files and this folder of running state."""
    containerd = exec_root / "containerd"
    sockets = ("containerd.sock", "containerd.sock.ttrpc", "containerd-debug.sock")
    return (
        Claim(pid_file, "dockerd", (socket,)),
        Claim(containerd / "containerd.pid", "containerd", tuple(containerd / name for name in sockets)),
    )


_RUN = PurePosixPath("/var/run")
ENGINE_CLAIMS = engine_claims(_RUN / "docker.pid", _RUN / "docker.sock", _RUN / "docker")


def stale_files(
    claims: tuple[Claim, ...], pids: Mapping[PurePosixPath, int], alive: Mapping[int, str]
) -> list[PurePosixPath]:
    """The files to delete before a new engine is started.

    `pids` maps each pid file that exists to the pid in it (0 when it holds no number); `alive` maps the pid of every
    living process (no zombies) to its program. A claim whose process lives and is the right program keeps all its
    files; so does a claim without a pid file, because its program may have been started in another way.
    """
    stale: list[PurePosixPath] = []
    for claim in claims:
        pid = pids.get(claim.pid_file)
        if pid is not None and alive.get(pid) != claim.program:
            stale += [claim.pid_file, *claim.belongings]
    return stale
