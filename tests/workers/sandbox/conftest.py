import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.settings import Settings
from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.case import Case
from workers.sandbox.docker import DockerSandboxes
from workers.sandbox.slots import Slots

LIMITS = Limits(cpu_seconds=30.0, wall_seconds=60.0, memory_mib=64, tmp_mib=8)
PASS = Case("python", "python-tests", "", {"tests": "assert True"}, LIMITS)
LOOP = Case("python", "python-tests", "while True: pass", {}, LIMITS)


@pytest.fixture(scope="session")
def home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def sandboxes(home) -> DockerSandboxes:
    build_images(["sandbox-python"], print)
    return DockerSandboxes(Settings(home=home))


@pytest.fixture
def slot() -> Iterator[int]:
    """The number of a slot of this host, held for one test."""
    settings = Settings()
    held = Slots(settings.slot_dir, settings.slots).acquire(timeout=300)
    assert held is not None, "no slot of this host became free"
    with held:
        yield held.number


def eventually(check, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not check() and time.monotonic() < deadline:
        time.sleep(0.1)
    return check()
