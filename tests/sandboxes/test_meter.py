"""The memory meter on folders that look like a cgroup. Version 1 is also run for real, by test_python_room.py."""

import importlib.util

import pytest

from adapters.settings import ROOT

FILES = {
    1: {"memory.usage_in_bytes": "1000", "memory.max_usage_in_bytes": "1000", "memory.limit_in_bytes": "0",
        "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n", "cgroup.procs": ""},
    2: {"memory.current": "1000", "memory.peak": "1000", "memory.max": "max",
        "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n", "cgroup.procs": ""},
}
PEAK = {1: "memory.max_usage_in_bytes", 2: "memory.peak"}
LIMIT = {1: "memory.limit_in_bytes", 2: "memory.max"}
EVENTS = {1: "memory.oom_control", 2: "memory.events"}


@pytest.fixture(scope="module")
def module():
    """Rooms are imported by nobody, so the file is loaded by its path."""
    spec = importlib.util.spec_from_file_location("room_meter", ROOT / "sandboxes" / "python" / "meter.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture(params=[1, 2])
def version(request) -> int:
    return request.param


@pytest.fixture
def group(version, tmp_path):
    for name in ("", "programs", "helpers"):
        (tmp_path / name).mkdir(exist_ok=True)
        for file, text in FILES[version].items():
            (tmp_path / name / file).write_text(text)
    (tmp_path / "cgroup.subtree_control").write_text("")
    return tmp_path


def test_a_program_is_measured_above_the_idle_baseline(module, version, group):
    meter = module.Meter(str(group))
    meter.begin(5000)
    (group / "programs" / PEAK[version]).write_text("4500")
    assert meter.peak_bytes() == 3500
    assert (group / "programs" / LIMIT[version]).read_text() == "6000"


def test_what_an_empty_program_takes_is_not_the_programs(module, version, group):
    meter = module.Meter(str(group))
    meter.empty = 3000
    meter.begin(5000)
    (group / "programs" / PEAK[version]).write_text("4500")
    assert meter.peak_bytes() == 500
    (group / "programs" / PEAK[version]).write_text("2000")
    assert meter.peak_bytes() == 0


def test_kills_for_memory_are_counted(module, version, group):
    meter = module.Meter(str(group))
    assert meter.oom_kills() == 0
    events = group / "programs" / EVENTS[version]
    events.write_text(events.read_text().replace("oom_kill 0", "oom_kill 2"))
    assert meter.oom_kills() == 2


def test_processes_are_admitted_by_their_number(module, version, group):
    meter = module.Meter(str(group))
    meter.admit(4711, meter.programs)
    assert (group / "programs" / "cgroup.procs").read_text() == "4711"


def test_a_group_without_the_controller_is_refused(module, tmp_path):
    with pytest.raises(OSError):
        module.Meter(str(tmp_path / "nothing"))


def test_a_number_that_is_nowhere_is_none(module, tmp_path):
    assert module.Gauge((str(tmp_path / "nothing"), "")).read() is None


def test_helpers_have_a_limit_and_what_the_kernel_ends_there_counts(module, version, group):
    meter = module.Meter(str(group))
    meter.limit_helpers(7000)
    assert (group / "helpers" / LIMIT[version]).read_text() == "7000" and meter.oom_kills() == 0
    (group / "helpers" / EVENTS[version]).write_text("oom_kill 1\n")
    assert meter.oom_kills() == 1
