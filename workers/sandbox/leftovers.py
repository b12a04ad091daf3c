"""What sandboxes leave on a host, and how large their agents are: for `./assay soak sandbox`."""

import contextlib
from pathlib import Path

from workers.sandbox.container import FIRST_UID, UIDS_PER_SLOT
from workers.sandbox.docker import DockerSandbox, DockerSandboxes

LAST_UID = 65_534  # what "nobody" has is no sample's
_GROUPS = ("/sys/fs/cgroup/memory/assay", "/sys/fs/cgroup/assay")


def agent_rss_kib(room: DockerSandbox, sandboxes: DockerSandboxes) -> int | None:
    """Memory of the room's first process; None where the engine's processes are not ours to see."""
    if room.container_id is None:
        return None
    pid = sandboxes.engine().containers.get(room.container_id).attrs["State"]["Pid"]
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), None)


def processes_inside(room: DockerSandbox, sandboxes: DockerSandboxes) -> int:
    """Processes in the room's container: agent, zygote and judge when it is idle."""
    return len(sandboxes.engine().containers.get(room.container_id).top()["Processes"])


def containers_left(sandboxes: DockerSandboxes) -> int:
    """Containers of this installation."""
    label = f"assay.home={sandboxes.home_id}"
    return len(sandboxes.engine().containers.list(all=True, filters={"label": label}, ignore_removed=True))


def processes_in_group(slot: int) -> int:
    """Processes that stand in the cgroup that was lent to this slot."""
    groups = [path for group in _GROUPS for path in Path(group).glob(f"slot{slot}/**/cgroup.procs")]
    return sum(len(path.read_text().split()) for path in groups)


def processes_of_samples() -> int:
    """Processes of this host that run under a user of the slots' ranges."""
    found = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            uid = next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("Uid:"))
            found += FIRST_UID - UIDS_PER_SLOT <= uid < LAST_UID
    return found
