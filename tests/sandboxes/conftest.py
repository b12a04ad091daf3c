from collections.abc import Iterator

import pytest

from adapters.settings import Settings
from cli.host.images import build_images
from scoring.benchmark import Limits
from tests.sandboxes.rooms import CASES, Rooms
from workers.sandbox import selftest
from workers.sandbox.contract import Sandbox
from workers.sandbox.docker import DockerSandboxes
from workers.sandbox.slots import Slots


@pytest.fixture(scope="session")
def sandboxes(tmp_path_factory) -> DockerSandboxes:
    build_images(["sandbox-python"], print)
    return DockerSandboxes(Settings(home=tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def slot() -> Iterator[int]:
    """The number of a slot of this host, held for a module's tests."""
    settings = Settings()
    held = Slots(settings.slot_dir, settings.slots).acquire(timeout=300)
    assert held is not None, "no slot of this host became free"
    with held:
        yield held.number


def open_room(home, slot: int, kind: str) -> Sandbox:
    limits = selftest.largest_limits(selftest.load(CASES / "python"))
    return DockerSandboxes(Settings(home=home, sandbox=kind)).open("python", slot, {"assay.lease": "room-test"}, limits)


@pytest.fixture(scope="module")
def python_room(sandboxes, slot, tmp_path_factory) -> Iterator[Sandbox]:
    """One sandbox for every case of the folder, one after another, as a worker would use it."""
    with open_room(tmp_path_factory.mktemp("home"), slot, "pooled") as sandbox:
        yield sandbox


@pytest.fixture(scope="module", params=["pooled", "fresh"])
def room(request, sandboxes, slot, tmp_path_factory) -> Iterator[Sandbox]:
    """Each implementation of the contract."""
    if request.param == "pooled":
        yield request.getfixturevalue("python_room")
        return
    with open_room(tmp_path_factory.mktemp("home"), slot, request.param) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def mera_room(sandboxes, slot) -> Iterator[Sandbox]:
    """One sandbox with limits in which the published scorer's own four seconds and numpy fit."""
    limits = Limits(cpu_seconds=10.0, wall_seconds=60.0, memory_mib=256, output_kib=256, processes=32, tmp_mib=16)
    with sandboxes.open("python", slot, {"assay.lease": "mera-test"}, limits) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def rooms(sandboxes, slot) -> Iterator[Rooms]:
    """The rooms of other languages."""
    made = Rooms(sandboxes, slot)
    yield made
    made.close()
