"""When a worker takes no work, and when a host is refused."""

import pytest

from adapters.settings import Settings
from workers.host_care import free_memory_mib, fullest, pressure_of
from workers.sandbox.engine_needs import engine_needs

SOUND = {"MemoryLimit": True, "PidsLimit": True, "CpuCfsQuota": True, "SecurityOptions": ["name=seccomp,profile=default"]}


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
