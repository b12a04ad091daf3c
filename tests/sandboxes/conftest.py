from collections.abc import Iterator

import pytest

from adapters.settings import ROOT, Settings
from cli.host.images import build_images
from workers.sandbox import selftest
from workers.sandbox.docker import DockerSandbox, DockerSandboxes
from workers.sandbox.slots import Slots

CASES = ROOT / "tests" / "sandboxes" / "cases"


@pytest.fixture(scope="session")
def sandboxes(tmp_path_factory) -> DockerSandboxes:
    build_images(["sandbox-python"], print)
    return DockerSandboxes(Settings(home=tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def python_room(sandboxes) -> Iterator[DockerSandbox]:
    """One sandbox for every case of the folder, one after another, as a worker would use it."""
    limits = selftest.largest_limits(selftest.load(CASES / "python"))
    settings = Settings()
    slot = Slots(settings.slot_dir, settings.slots).acquire(timeout=300)
    assert slot is not None, "no slot of this host became free"
    with slot, sandboxes.open("python", slot.number, {"assay.lease": "room-test"}, limits) as sandbox:
        yield sandbox
