"""Ways of running a program in the container engine, for `./assay bench sandbox`: ours and the two that others use.

Each is a context manager that gives a function `run(case) -> bool` (whether the program passed). All containers have the
same walls and stand under one cgroup, whose CPU time covers what ran in them, also in those that are gone.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from docker.types import LogConfig

from scoring.benchmark import Limits
from scoring.case import Case
from workers.sandbox.container import container_options, memory_group
from workers.sandbox.docker import DockerSandbox, DockerSandboxes
from workers.sandbox.fresh import FreshSandbox

CGROUP_PARENT = "/assay-bench"
_CPU_FILES = (f"/sys/fs/cgroup/cpuacct{CGROUP_PARENT}/cpuacct.usage", f"/sys/fs/cgroup{CGROUP_PARENT}/cpu.stat")
Run = Callable[[Case], bool]


def container_cpu_seconds() -> float | None:
    """CPU time of all containers that this module made; None where the host does not say."""
    for name in _CPU_FILES:
        path = Path(name)
        if path.exists():
            words = path.read_text().split()
            return int(words[0]) / 1e9 if len(words) == 1 else int(words[1]) / 1e6
    return None


class MeteredSandboxes(DockerSandboxes):
    """Every container stands under the cgroup whose CPU time `container_cpu_seconds` reads."""

    def _options(self, *given: Any, **named: Any) -> dict[str, Any]:
        return {**super()._options(*given, **named), "cgroup_parent": CGROUP_PARENT}


class Peers:
    """Makes the ways for one image and one set of limits."""

    def __init__(self, sandboxes: DockerSandboxes, limits: Limits):
        self._sandboxes, self._limits = sandboxes, limits
        self._engine = sandboxes.engine()
        self._image, _ = sandboxes.image("python")
        self._cgroup_version = self._engine.info().get("CgroupVersion", "1")

    def _options(self, slot: int, group: bool) -> dict[str, Any]:
        labels = {"assay.lease": "bench", "assay.home": self._sandboxes.home_id}
        lent = memory_group(self._cgroup_version, slot) if group else None
        return {**container_options(self._image, slot, labels, self._limits, group=lent), "cgroup_parent": CGROUP_PARENT}

    def _line(self, slot: int) -> Path | None:
        return self._sandboxes.line_folder(slot)

    @contextlib.contextmanager
    def pooled(self, slot: int) -> Iterator[Run]:
        """Everything on."""
        with DockerSandbox(self._engine, self._options(slot, group=True), self._limits, self._line(slot)) as room:
            yield lambda case: _passed(room.run(case))

    @contextlib.contextmanager
    def pooled_isolation(self, slot: int) -> Iterator[Run]:
        """User, limits, Landlock, filter of calls and folder only: no judge, no memory group."""
        with DockerSandbox(self._engine, self._options(slot, group=False), self._limits, self._line(slot)) as room:
            yield lambda case: _passed(room.run(_inside(case)))

    @contextlib.contextmanager
    def fresh(self, slot: int) -> Iterator[Run]:
        """A container per case."""
        options = self._options(slot, group=True)
        with FreshSandbox(lambda case: DockerSandbox(self._engine, options, self._limits, self._line(slot))) as room:
            yield lambda case: _passed(room.run(case))

    @contextlib.contextmanager
    def docker_exec(self, slot: int) -> Iterator[Run]:
        """An interpreter per program, started by the engine in a container that stays."""
        container = self._bare(slot, ["sleep", "1000000"])
        container.start()
        try:
            yield lambda case: container.exec_run(_command(case), user="65534").exit_code == 0
        finally:
            container.remove(force=True)

    @contextlib.contextmanager
    def docker_run(self, slot: int) -> Iterator[Run]:
        """A container and an interpreter per program."""

        def run(case: Case) -> bool:
            container = self._bare(slot, _command(case))
            try:
                container.start()
                return container.wait()["StatusCode"] == 0
            finally:
                container.remove(force=True)

        yield run

    def _bare(self, slot: int, command: list[str]) -> Any:
        options = {**self._options(slot, group=False), "entrypoint": command, "command": [], "stdin_open": False,
                   "auto_remove": False, "log_config": LogConfig(type="none")}
        return self._engine.containers.create(**options)


def _command(case: Case) -> list[str]:
    return ["python3", "-I", "-c", f"{case.program}\n{case.payload['tests']}"]


def _inside(case: Case) -> Case:
    return replace(case, payload={**case.payload, "judge": "inside"})


def _passed(outcome) -> bool:
    return outcome.report is not None and outcome.report["phase"] == "done"
