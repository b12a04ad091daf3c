"""What the container engine of a host must be able to do, read from what it says of itself."""

from typing import Any

from workers.sandbox.contract import Need

CONTROLLERS = {"MemoryLimit": "memory", "PidsLimit": "processes", "CpuCfsQuota": "CPU time"}
MEND_CONTROLLERS = "enable the memory, pids and cpu cgroup controllers in the kernel and restart the engine"


def engine_needs(info: dict[str, Any]) -> list[Need]:
    """`info`: the engine's answer to `docker info`."""
    limits = [
        Need(f"limits on {what} of containers", bool(info.get(name)), _seen(info.get(name)), MEND_CONTROLLERS)
        for name, what in CONTROLLERS.items()
    ]
    options = " ".join(info.get("SecurityOptions") or ())
    filters = "seccomp" in options
    return [
        *limits,
        Need("filters of system calls", filters, _seen(filters), "run a kernel and an engine with seccomp"),
        Need("engine with root's rights", "rootless" not in options, "rootless" if "rootless" in options else "there",
             "run the engine as root: users of programs and their limits depend on it"),
    ]


def _seen(there: Any) -> str:
    return "there" if there else "missing"
