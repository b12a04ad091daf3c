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


_RUN = PurePosixPath("/var/run")
_CONTAINERD = _RUN / "docker/containerd"

ENGINE_CLAIMS = (
    Claim(_RUN / "docker.pid", "dockerd", (_RUN / "docker.sock",)),
    Claim(
        _CONTAINERD / "containerd.pid",
        "containerd",
        (
            _CONTAINERD / "containerd.sock",
            _CONTAINERD / "containerd.sock.ttrpc",
            _CONTAINERD / "containerd-debug.sock",
        ),
    ),
)


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
