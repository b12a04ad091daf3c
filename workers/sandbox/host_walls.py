"""Which of the walls of docs/threat-model.md a host has, and what the lack of one costs. None of them is a must."""

import ctypes
import errno
from typing import Any

from workers.sandbox.contract import Need

_CREATE_RULESET, _VERSION_FLAG = 444, 1  # the call has this number on every architecture
WHOLE_LEVEL = 6  # of Landlock; from Linux 6.12
GVISOR = "runsc"


def landlock_level() -> int | None:
    """The kernel's Landlock level, 0 without; None where it cannot be asked, as under the filter of a container."""
    libc = ctypes.CDLL(None, use_errno=True)
    level = libc.syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)
    if level >= 0:
        return level
    return 0 if ctypes.get_errno() in (errno.ENOSYS, errno.EOPNOTSUPP) else None


def host_walls(info: dict[str, Any], runtime: str, landlock: int | None) -> list[Need]:
    """`info`: the engine's answer to `docker info`. `runtime`: what sandboxes are told to use, empty for the engine's own."""
    runtime = runtime or str(info.get("DefaultRuntime") or "unknown")
    return [
        Need("kernel", True, str(info.get("KernelVersion") or "unknown")),
        Need("runtime of sandboxes", True, runtime + ("" if runtime == GVISOR else ", on this machine's own kernel")),
        _cgroups(str(info.get("CgroupVersion") or "1")),
        _landlock(landlock, runtime),
    ]


def _cgroups(version: str) -> Need:
    costs = "the memory of a program may be that of its largest process alone; the container's limit holds for all of them"
    return Need("cgroups", True, f"version {version}", costs="" if version == "1" else costs)


def _landlock(level: int | None, runtime: str) -> Need:
    if runtime == GVISOR:
        return Need("Landlock", True, "not asked for: gVisor's kernel stands in its place")
    if level is None:
        return Need("Landlock", True, "unknown: this process may not ask the kernel")
    if level == 0:
        return Need("Landlock", True, "missing: the kernel is older than 5.13 or was built or started without it", costs=(
            "that a program cannot write outside its folder, and cannot signal or connect to others, rests on its own user and "
            "on file modes alone"))
    if level < WHOLE_LEVEL:
        return Need("Landlock", True, f"level {level}, of files only: the rest comes with Linux 6.12", costs=(
            "that a program cannot signal others or connect to their abstract sockets rests on its own user alone"))
    return Need("Landlock", True, f"level {level}, whole")
