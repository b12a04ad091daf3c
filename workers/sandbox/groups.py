"""The cgroups that are lent to sandboxes, seen from the host."""

import contextlib
import os
from pathlib import Path


def remove_group(group: str) -> None:
    """Removes the group of a slot whose sandbox is gone, with those inside; the engine makes it anew for the next one.

    Only a worker that runs on the host itself, as root, can: one in a container of its own sees other folders. There one
    empty group per slot stays.
    """
    folders = [folder for folder, _, _ in os.walk(group, topdown=False)]
    for folder in folders:
        with contextlib.suppress(OSError):  # it is not ours to remove, or the last process in it is just ending
            os.rmdir(folder)


def groups_left(slot: int) -> int:
    """Groups of this slot that are still there."""
    roots = ("/sys/fs/cgroup/memory/assay", "/sys/fs/cgroup/assay")
    return sum(Path(root, f"slot{slot}").exists() for root in roots)
