"""CPU time of everything that has a part in a bench: this process, its children, the containers and their engine."""

import contextlib
import os
import resource
import time
from pathlib import Path

from workers.sandbox.peers import container_cpu_seconds

ENGINE_PROCESSES = ("dockerd", "containerd", "containerd-shim")


class Meter:
    """From `with` to its end: CPU seconds of us, our children and containers; of the engine; and seconds of wall time."""

    def __enter__(self) -> "Meter":
        self._engine, self._wall, self._cpu = _engine_ticks(), time.monotonic(), self._now()
        return self

    def __exit__(self, *_exc) -> None:
        self.wall, self.cpu = time.monotonic() - self._wall, self._now() - self._cpu
        ticks = sum(now - self._engine.get(pid, 0) for pid, now in _engine_ticks().items())
        self.engine = ticks / os.sysconf("SC_CLK_TCK")

    def _now(self) -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime + (container_cpu_seconds() or 0.0)


def _engine_ticks() -> dict[str, int]:
    """CPU ticks of each of the engine's processes, with those of children that it waited for."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            name, _, rest = stat.read_text().partition("(")[2].rpartition(") ")
            if name.startswith(ENGINE_PROCESSES):
                found[stat.parent.name] = sum(map(int, rest.split()[11:15]))
    return found
