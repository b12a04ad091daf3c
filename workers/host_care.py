"""Whether this host has room for another batch. A full disk or memory would turn programs' verdicts into our failures."""

import shutil
from pathlib import Path

from adapters.settings import Settings

ENGINE_FOLDER = Path("/var/lib/docker")  # where a local engine keeps its layers, if it does


def pressure(settings: Settings) -> str | None:
    """Why no work should be taken now; None if it may. Measures that cannot be read say nothing."""
    return pressure_of(free_memory_mib(), fullest(settings.home, ENGINE_FOLDER), settings)


def is_disk_full(settings: Settings) -> bool:
    """Whether it is disk that keeps work away."""
    return (fullest(settings.home, ENGINE_FOLDER) or 0.0) >= settings.drain_disk_share


def pressure_of(memory_mib: float | None, full: float | None, settings: Settings) -> str | None:
    """The decision over what was read: free memory, and how full the fullest disk is (0..1)."""
    if memory_mib is not None and memory_mib < settings.min_free_memory_mib:
        return f"{memory_mib:.0f} MiB of memory are free, and {settings.min_free_memory_mib} are wanted"
    if full is not None and full >= settings.drain_disk_share:
        return f"a disk is {full:.0%} full, and work stops at {settings.drain_disk_share:.0%}"
    return None


def free_memory_mib(path: Path = Path("/proc/meminfo")) -> float | None:
    """What can be had without swapping; None where the kernel does not say."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("MemAvailable:")), None)


def fullest(*folders: Path) -> float | None:
    """How full the fullest of the folders' disks is, as their users see it; None if none of them can be asked."""
    shares = []
    for folder in folders:
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        usage = shutil.disk_usage(existing)
        shares.append(usage.used / (usage.used + usage.free))
    return max(shares, default=None)
