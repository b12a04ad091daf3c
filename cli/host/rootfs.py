"""A plain Debian file system as an image, made with debootstrap: the start of everything without a registry."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from cli.host import debian, locks, passthrough, process
from cli.host.faults import CommandFailed, lacks

# What the slim standard images leave out too; the apt parts are fetched anew by every build.
_LEFT_OUT = (
    "./dev/*",
    "./proc/*",
    "./sys/*",
    "./var/cache/apt/archives/*.deb",
    "./var/cache/apt/*.bin",
    "./var/lib/apt/lists/*",
    "./var/log/*",
    "./usr/share/doc/*",
    "./usr/share/man/*",
    "./usr/share/info/*",
    "./usr/share/locale/*",
)
_NO_DOCUMENTATION = """\
path-exclude /usr/share/doc/*
path-exclude /usr/share/man/*
path-exclude /usr/share/info/*
path-exclude /usr/share/locale/*
"""
# A build must not start the servers that it installs.
_NO_SERVICES = "#!/bin/sh\nexit 101\n"


def ensure(suite: str, say: Callable[[str], None]) -> str:
    """The image of Debian `suite`, made now if it is missing.

    Raises HostLacks without root or debootstrap that could be installed, CommandFailed when the mirror fails.
    """
    reference = f"assay/rootfs-{suite}:debootstrap"
    environ = passthrough.environment()
    with locks.exclusive(passthrough.cache_dir(environ) / "locks" / f"rootfs-{suite}"):
        if not process.works(["docker", "image", "inspect", reference]):
            _make(suite, reference, environ.get("ASSAY_DEBIAN_MIRROR"), say)
    return reference


def _make(suite: str, reference: str, mirror: str | None, say: Callable[[str], None]) -> None:
    if os.geteuid() != 0:
        raise lacks(
            f"a container registry, and root to make a Debian {suite} image without one",
            "sudo ./assay images build (once; or ./assay images import FILE)",
        )
    if not shutil.which("debootstrap"):
        if not debian.is_debian():
            raise lacks("a container registry, or debootstrap to do without one", "./assay images import FILE")
        debian.install(["debootstrap"], say)
    say(f"making a Debian {suite} file system")
    with tempfile.TemporaryDirectory(prefix="assay-rootfs-") as folder:
        target = Path(folder) / "rootfs"
        process.run(["debootstrap", "--variant=minbase", suite, str(target), *([mirror] if mirror else [])])
        (target / "etc/dpkg/dpkg.cfg.d/assay").write_text(_NO_DOCUMENTATION)
        services = target / "usr/sbin/policy-rc.d"
        services.write_text(_NO_SERVICES)
        services.chmod(0o755)
        _import(target, reference)


def _import(target: Path, reference: str) -> None:
    excludes = [f"--exclude={pattern}" for pattern in _LEFT_OUT]
    pack = ["tar", "--numeric-owner", "-C", str(target), *excludes, "-cf", "-", "."]
    load = ["docker", "import", "-", reference]
    with subprocess.Popen(pack, stdout=subprocess.PIPE) as tar:
        done = subprocess.run(load, stdin=tar.stdout, capture_output=True, text=True, check=False)
    for command, code in ((pack, tar.returncode), (load, done.returncode)):
        if code != 0:
            raise CommandFailed(command, code, done.stderr)
