"""gVisor in the place of the host's kernel, where the engine has it: `ASSAY_ENGINE_RUNTIME=runsc`."""

import pytest

from adapters.settings import Settings
from workers.sandbox import selftest
from workers.sandbox.docker import DockerSandboxes

# Only the container's own limit holds them, which gVisor has from the host's cgroups: not where it runs without.
NEEDS_CGROUPS = {"memory-of-all"}


def test_the_python_room_passes_its_self_test_under_gvisor(sandboxes, slot, tmp_path):
    if "runsc" not in sandboxes.engine().info()["Runtimes"]:
        pytest.skip("this engine has no runtime runsc")
    cases = selftest.load(selftest.folder_of("python"))
    under = DockerSandboxes(Settings(home=tmp_path, sandbox="fresh", engine_runtime="runsc"))
    with under.open("python", slot, {"assay.lease": "runtime-test"}, selftest.largest_limits(cases)) as room:
        faults = selftest.faults([case for case in cases if case.name not in NEEDS_CGROUPS], room)
    assert faults == []
