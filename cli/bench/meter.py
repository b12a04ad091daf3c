"""CPU time of everything that has a part in a bench: this process, its children, the containers and their engine."""

import contextlib
import os
import resource
import time
from pathlib import Path

from workers.sandbox.peers import container_cpu_seconds

ENGINE_PROCESSES = ("dockerd", "containerd", "containerd-shim")
SHIM = "containerd-shim"
# cgroup v1 counts CPU time apart from everything else, so the engine can be put into a group of its own without changing it.
_GROUPS = Path("/sys/fs/cgroup/cpuacct")
_GROUP = _GROUPS / "assay-bench-engine"


class Meter:
    """From `with` to its end: CPU seconds of us, our children and containers; of the engine; and seconds of wall time.

    The engine's are exact where it can be put into a group of its own (as root, cgroup v1). Elsewhere the clock ticks of its
    processes have to do, without what its shims waited for: that is `runc`, but the containers as well, which are counted.
    """

    def __enter__(self) -> "Meter":
        self._grouped = _group_engine()
        self._engine, self._wall, self._cpu = self._engine_now(), time.monotonic(), self._now()
        return self

    def __exit__(self, *_exc) -> None:
        self.wall, self.cpu = time.monotonic() - self._wall, self._now() - self._cpu
        self.engine = sum(now - self._engine.get(name, 0) for name, now in self._engine_now().items())

    def _now(self) -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime + (container_cpu_seconds() or 0.0)

    def _engine_now(self) -> dict[str, float]:
        if self._grouped:
            return {_GROUP.name: int((_GROUP / "cpuacct.usage").read_text()) / 1e9}
        return _ticks()


def _group_engine() -> bool:
    """Whether every process of the engine, and so all that they start, is in a group of its own now."""
    try:
        _GROUP.mkdir(exist_ok=True)
        for process in _engine_processes():
            (_GROUP / "cgroup.procs").write_text(process.name)
    except OSError:
        return False  # another version of cgroups, or not root
    return True


def _engine_processes() -> list[Path]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            if (process / "comm").read_text().strip().startswith(ENGINE_PROCESSES):
                found.append(process)
    return found


def _ticks() -> dict[str, float]:
    """CPU seconds of each of the engine's processes, with those of children that it waited for unless it is a shim."""
    found = {}
    for process in _engine_processes():
        with contextlib.suppress(OSError):  # it ended meanwhile
            name, _, rest = (process / "stat").read_text().partition("(")[2].rpartition(") ")
            times = rest.split()[11:13 if name.startswith(SHIM) else 15]
            found[process.name] = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return found
