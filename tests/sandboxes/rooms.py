"""Where the programs of the rooms lie, and the rooms of other languages than Python as several files of tests use them."""

from adapters.settings import ROOT
from cli.host.images import build_images
from scoring.tasks import judging
from workers.sandbox import selftest
from workers.sandbox.docker import DockerSandbox, DockerSandboxes

CASES = ROOT / "tests" / "sandboxes" / "cases"
ROOMS = ("cpp", "go", "node", "java-maven")
WAYS = judging.PROGRAM_WAYS
MATRIX = [(room, way, case) for room in ROOMS for way in WAYS for case in selftest.load(CASES / room, room, way)]


class Rooms:
    """One sandbox for all cases of a room, opened when the first one asks; never two at once, for they have one slot."""

    def __init__(self, sandboxes: DockerSandboxes, slot: int):
        self.slot, self._sandboxes = slot, sandboxes
        self._name, self._open = "", None

    def room(self, name: str) -> DockerSandbox:
        if name != self._name:
            self.close()
            build_images([f"sandbox-{name}"], print)
            limits = selftest.largest_limits([case for of, _, case in MATRIX if of == name])
            self._name, self._open = name, self._sandboxes.open(name, self.slot, {"assay.lease": "room-test"}, limits)
        return self._open

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
        self._name, self._open = "", None
