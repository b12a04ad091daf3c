"""When a worker takes no work, and when a host is refused."""

import pytest

from adapters.settings import Settings
from cli.commands.doctor import Finding
from workers.host_care import free_memory_mib, fullest, pressure_of
from workers.sandbox.engine_needs import engine_needs
from workers.sandbox.host_walls import host_walls, landlock_level

SOUND = {"MemoryLimit": True, "PidsLimit": True, "CpuCfsQuota": True, "SecurityOptions": ["name=seccomp,profile=default"]}

ENGINE = {"KernelVersion": "6.1.0", "DefaultRuntime": "runc", "CgroupVersion": "2"}


@pytest.mark.parametrize(("memory", "full", "said"), [
    (4000.0, 0.5, None), (None, None, None), (100.0, 0.5, "memory"), (4000.0, 0.85, "full"), (4000.0, 0.849, None),
])
def test_a_host_without_room_takes_no_work(memory, full, said):
    reason = pressure_of(memory, full, Settings(min_free_memory_mib=1024, drain_disk_share=0.85))
    assert reason is None if said is None else said in reason


def test_this_host_can_be_asked(tmp_path):
    assert free_memory_mib() > 0 and 0 < fullest(tmp_path / "not yet there") < 1


def test_what_cannot_be_read_is_none(tmp_path):
    assert free_memory_mib(tmp_path / "nothing") is None


@pytest.mark.parametrize(("change", "named"), [
    ({}, None), ({"MemoryLimit": False}, "memory"), ({"PidsLimit": False}, "processes"), ({"CpuCfsQuota": None}, "CPU time"),
    ({"SecurityOptions": None}, "system calls"), ({"SecurityOptions": ["name=seccomp", "name=rootless"]}, "root"),
])
def test_an_engine_that_lacks_something_is_refused_by_name(change, named):
    missing = [need for need in engine_needs({**SOUND, **change}) if not need.ok]
    assert missing == [] if named is None else len(missing) == 1 and named in missing[0].what and missing[0].mend


@pytest.mark.parametrize(("runtime", "level", "seen", "costs"), [
    ("", 7, "level 7, whole", ""), ("", 6, "level 6, whole", ""),
    ("", 5, "level 5, of files only", "cannot signal others"), ("", 0, "missing", "cannot write outside its folder"),
    ("", None, "unknown", ""), ("runsc", 0, "gVisor's kernel stands in its place", ""),
])
def test_a_host_says_which_walls_it_has_and_what_the_lack_of_one_costs(runtime, level, seen, costs):
    """Nobody could tell before a break-in whether a machine had Landlock: `doctor` was silent on it."""
    walls = {wall.what: wall for wall in host_walls(ENGINE, runtime, level)}
    assert all(wall.ok for wall in walls.values())
    assert walls["kernel"].seen == "6.1.0" and walls["runtime of sandboxes"].seen.startswith(runtime or "runc, on this")
    assert seen in walls["Landlock"].seen and costs in walls["Landlock"].costs
    assert bool(walls["Landlock"].costs) == bool(costs)
    assert walls["cgroups"].seen == "version 2" and "largest process" in walls["cgroups"].costs


def test_this_kernel_tells_its_landlock_level():
    assert landlock_level() is None or landlock_level() >= 0


@pytest.mark.parametrize(("finding", "lines"), [
    (Finding("a", True, "there", "mend it"), ["ok     a: there"]),
    (Finding("a", False, "missing", "mend it"), ["LACKS  a: missing", "       mend: mend it"]),
    (Finding("a", True, "missing", costs="much"), ["weak   a: missing", "       costs: much"]),
])
def test_what_is_lacking_comes_with_the_mend_and_what_is_weaker_with_its_cost(finding, lines):
    assert finding.lines() == lines
