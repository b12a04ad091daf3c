"""Installing packages on Debian and Ubuntu."""

from collections.abc import Callable, Sequence
from pathlib import Path

from cli.host import passthrough, process

_APT = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]


def is_debian(os_release: Path = Path("/etc/os-release")) -> bool:
    """Whether this machine has Debian's package manager: Debian, Ubuntu and what derives from them."""
    if not os_release.exists():
        return False
    values = dict(line.split("=", 1) for line in os_release.read_text().splitlines() if "=" in line)
    names = f"{values.get('ID', '')} {values.get('ID_LIKE', '')}".replace('"', "").split()
    return "debian" in names or "ubuntu" in names


def install(packages: Sequence[str], say: Callable[[str], None]) -> None:
    """Install `packages` with apt, as root and without a question. Raises CommandFailed."""
    say(f"installing {' '.join(packages)}")
    env = {**passthrough.environment(), "DEBIAN_FRONTEND": "noninteractive"}
    process.run([*_APT, "update", "-qq"], env=env)
    process.run([*_APT, "install", "-y", "-qq", "--no-install-recommends", *packages], env=env)
