"""Compose v2 as a plugin of the Docker command line, so that plain `docker compose` works."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from cli.host import images, process

# Debian ships Compose v2 from trixie on; bookworm's package of that name is the old Compose v1. The binary is static.
_FETCH_SCRIPT = (
    "apt-get update -qq && cd /tmp && apt-get download -qq docker-compose"
    " && dpkg-deb --extract docker-compose_*.deb /tmp/package"
)
_PLUGIN_IN_PACKAGE = "/tmp/package/usr/libexec/docker/cli-plugins/docker-compose"


def ensure_compose(say: Callable[[str], None]) -> None:
    """Return when `docker compose version` works; needs an engine that answers. Raises CommandFailed."""
    if process.works(["docker", "compose", "version"]):
        return
    say("installing the Compose plugin")
    with tempfile.TemporaryDirectory(prefix="assay-compose-") as folder:
        draft = Path(folder) / "docker-compose"
        _take_from_debian(draft, say)
        target = plugin_folder() / "docker-compose"
        target.parent.mkdir(parents=True, exist_ok=True)
        process.run(["install", "-m", "0755", str(draft), str(target)])
    process.run(["docker", "compose", "version"])


def plugin_folder() -> Path:
    """Where the Docker command line looks for plugins: for every user when we are root, else for this one."""
    if os.geteuid() == 0:
        return Path("/usr/local/lib/docker/cli-plugins")
    return Path.home() / ".docker/cli-plugins"


def _take_from_debian(target: Path, say: Callable[[str], None]) -> None:
    base = images.build_images(["base-trixie"], say)["base-trixie"]
    container = process.run(["docker", "create", base, "sh", "-c", _FETCH_SCRIPT]).strip()
    try:
        process.run(["docker", "start", "--attach", container])
        process.run(["docker", "cp", f"{container}:{_PLUGIN_IN_PACKAGE}", str(target)])
    finally:
        process.run(["docker", "rm", "--force", container])
