"""The provider and its containers, on a real engine. Programs are the business of tests/sandboxes."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import docker
import pytest
from docker.types import LogConfig

from adapters.settings import ROOT, Settings
from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.errors import HostLacks, SandboxFailed
from tests.workers.sandbox.conftest import LIMITS, LOOP, PASS, eventually
from workers.sandbox.container import UIDS_PER_SLOT, Standing, agent_arguments, container_options, standing_in
from workers.sandbox.docker import ATTACH, DockerSandbox, DockerSandboxes
from workers.sandbox.frames import AgentStream
from workers.sandbox.groups import groups_left
from workers.sandbox.line import Line, volume

WORKER = """
import sys
from pathlib import Path
from adapters.settings import Settings
from tests.workers.sandbox.conftest import LIMITS, LOOP
from workers.sandbox.docker import DockerSandboxes
sandboxes = DockerSandboxes(Settings(home=Path(sys.argv[1])))
sandbox = sandboxes.open("python", int(sys.argv[2]), {"assay.lease": "w"}, LIMITS)
print(sandbox.container_id, flush=True)
sandbox.run(LOOP)
"""


@pytest.fixture(scope="module")
def engine():
    return docker.from_env()


def ids(engine) -> set[str]:
    return {container.id for container in engine.containers.list(all=True, ignore_removed=True)}


def test_the_self_test_of_the_room_passes(sandboxes):
    sandboxes.check("python")


def test_the_walls_are_up(sandboxes, slot, engine):
    with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        host = engine.api.inspect_container(sandbox.container_id)["HostConfig"]
    assert host["NetworkMode"] == "none" and host["ReadonlyRootfs"] and not host["Privileged"]
    assert host["CapDrop"] == ["ALL"] and sorted(host["CapAdd"]) == ["CHOWN", "KILL", "SETGID", "SETUID"]
    privileges, filter_of_calls = host["SecurityOpt"]
    assert privileges == "no-new-privileges" and host["IpcMode"] == "none"
    assert json.loads(filter_of_calls.removeprefix("seccomp="))["defaultAction"] == "SCMP_ACT_ERRNO"
    assert host["Memory"] == host["MemorySwap"] == (LIMITS.memory_mib + LIMITS.tmp_mib + 64) * 2**20
    group, line = host["Binds"]
    assert group.startswith("/sys/fs/cgroup/") and group.endswith(f"/assay/slot{slot}:/cg:rw")
    assert line == f"{sandboxes.line_folder(slot)}:/line:ro"
    assert host["LogConfig"]["Type"] == "none" and host["PidsLimit"] == LIMITS.processes + 16


@pytest.mark.parametrize("runtime", ["python", "node"])
def test_a_case_does_not_pass_through_the_engine(sandboxes, slot, runtime):
    """What the engine does for a case is more than the kernel does for it."""
    build_images([f"sandbox-{runtime}"], print)
    with sandboxes.open(runtime, slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        assert sandbox._stream.is_direct


@pytest.mark.parametrize("why", ["nobody listens", "not on this machine", "not this user's", "the engine cannot bind it"])
def test_a_case_passes_through_the_engine_where_there_is_no_other_way(sandboxes, slot, engine, tmp_path, monkeypatch, why):
    line = None if why == "nobody listens" else sandboxes.line_folder(slot)
    if why == "not on this machine":
        monkeypatch.setattr("workers.sandbox.docker.volume", lambda folder: f"{tmp_path}:/line:ro")
    if why == "the engine cannot bind it":
        monkeypatch.setattr("workers.sandbox.docker.volume", lambda folder: f"/proc{folder}:/line:ro")
    if why == "not this user's":
        line = tmp_path / "line"
        line.mkdir(mode=0o777)
    with DockerSandbox(engine, options_of(sandboxes, slot), LIMITS, line) as sandbox:
        assert not sandbox._stream.is_direct
        assert sandbox.run(PASS).report["phase"] == "done"


def test_the_container_of_a_killed_worker_is_not_taken_for_the_next_ones(sandboxes, slot, engine):
    """Its agent came while the next worker listened in the same slot, and was given its cases: under other limits."""
    folder, options = sandboxes.line_folder(slot), options_of(sandboxes, slot)
    with contextlib.closing(Line(folder)) as killed, contextlib.closing(Line(folder)) as line:
        late = {**options, "command": [*options["command"], killed.place], "volumes": [*options["volumes"], volume(folder)]}
        container = engine.containers.create(**{**late, "log_config": LogConfig(type="none")})
        stream = AgentStream(engine.api.attach_socket(container.id, ATTACH))
        container.start()
        assert stream.receive(time.monotonic() + 30)["hello"]
        assert line.accept() is None
        stream.shut()
    assert eventually(lambda: container.id not in ids(engine), seconds=10)


@pytest.mark.parametrize(("name", "is_direct"), [("relative", True), ("with a: colon", False), (b"not \xd1 text", False),
                                                 ("ordinary ж'\"$", True)])
def test_whatever_the_slot_folder_is_called_cases_run(home, slot, tmp_path, monkeypatch, sandboxes, name, is_direct):
    monkeypatch.chdir(tmp_path)
    slot_dir = Path(os.fsdecode(name))
    slot_dir.mkdir()
    with DockerSandboxes(Settings(home=home, slot_dir=slot_dir)).open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        assert sandbox._stream.is_direct == is_direct
        assert sandbox.run(PASS).report["phase"] == "done"
    assert len(os.listdir(tmp_path)) == 1, "the engine has made a folder of another name"


def test_a_runtime_that_lets_nobody_out_is_offered_no_line(home):
    assert DockerSandboxes(Settings(home=home, engine_runtime="runsc", sandbox="fresh")).line_folder(0) is None


@pytest.mark.parametrize(("runtime", "stands"), [("java-maven", True), ("cpp", True), ("python", False)])
def test_what_stands_beside_programs_takes_none_of_their_limits(runtime, stands):
    standing = standing_in(runtime)
    bare, real = (container_options("image", 0, {}, LIMITS, standing=one) for one in (Standing(), standing))
    assert (standing != Standing()) == stands
    assert real["pids_limit"] - bare["pids_limit"] == standing.processes
    assert real["mem_limit"] == real["memswap_limit"] == f"{LIMITS.memory_mib + LIMITS.tmp_mib + 64 + standing.memory_mib}m"


def test_slots_have_disjoint_ranges_of_uids():
    ranges = [range(int(first), int(first) + int(count)) for first, count in map(agent_arguments, range(-1, 8))]
    assert all(before.stop == after.start for before, after in zip(ranges, ranges[1:], strict=False))
    assert ranges[0].start > 1000 and len(ranges[0]) == UIDS_PER_SLOT


def test_closing_removes_the_container(sandboxes, slot, engine):
    sandbox = sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS)
    container = sandbox.container_id
    assert container in ids(engine)
    sandbox.close()
    sandbox.close()
    deadline = time.monotonic() + 10  # the engine may be removing it by itself, since its agent has ended
    while container in ids(engine) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert container not in ids(engine)


def test_closing_from_another_thread_ends_a_run(sandboxes, slot):
    sandbox = sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS)
    threading.Timer(0.5, sandbox.close).start()
    began = time.monotonic()
    with pytest.raises(SandboxFailed):
        sandbox.run(LOOP)
    assert time.monotonic() - began < 10


def test_closed_sandboxes_hold_no_descriptors(sandboxes, slot):
    counts = []
    for _ in range(6):
        with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
            sandbox.run(PASS)
        counts.append(len(os.listdir("/proc/self/fd")))
    assert counts[-1] <= counts[1]


@pytest.mark.skipif(os.geteuid() != 0 or not Path("/sys/fs/cgroup/memory").is_dir(), reason="cgroups of the host, as root")
def test_a_vacated_slot_leaves_no_cgroup(sandboxes, slot):
    for _ in range(2):
        with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
            assert sandbox.run(PASS).peak_from == "cgroup" and groups_left(slot) == 1
        sandboxes.vacate(slot)
        assert groups_left(slot) == 0


def test_a_closed_sandbox_starts_no_container(sandboxes, slot, engine):
    sandbox = sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS)
    sandbox.close()
    before = ids(engine)
    with pytest.raises(SandboxFailed, match="closed"):
        sandbox.run(PASS)
    assert ids(engine) <= before


def test_a_killed_worker_leaves_no_container(sandboxes, slot, engine, tmp_path):
    command = [sys.executable, "-c", WORKER, str(tmp_path), str(slot)]
    worker = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    container = worker.stdout.readline().decode().strip()
    time.sleep(0.5)  # the program is looping by now
    assert container in ids(engine)
    worker.kill()
    worker.wait()
    assert eventually(lambda: container not in ids(engine), seconds=10)


def test_a_container_that_dies_fails_the_case_and_the_next_one_runs(sandboxes, slot, engine):
    with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        threading.Timer(0.5, engine.containers.get(sandbox.container_id).kill).start()
        with pytest.raises(SandboxFailed, match="ended"):
            sandbox.run(LOOP)
        assert sandbox.run(PASS).report["phase"] == "done"


@pytest.mark.parametrize("position", [1, 2], ids=["zygote", "judge"])
def test_a_helper_that_dies_is_our_failure_and_the_next_case_runs(sandboxes, slot, engine, position):
    with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        assert sandbox.run(PASS).report["phase"] == "done"
        pids = sorted(int(row[1]) for row in engine.containers.get(sandbox.container_id).top()["Processes"])
        os.kill(pids[position], signal.SIGKILL)
        assert eventually(lambda: _state(pids[position]) in ("Z", None), seconds=10)
        with pytest.raises(SandboxFailed, match="helper"):
            sandbox.run(PASS)
        assert sandbox.run(PASS).report["phase"] == "done"


def test_a_judge_that_never_ends_is_replaced_and_the_container_kept(sandboxes, slot):
    limits = Limits(**{**vars(LIMITS), "cpu_seconds": 1.0})
    payload = {"tests": "while f(): pass", "judge": "standing"}
    looping = Case("python", "python-tests", "def f():\n    return True", payload, limits)
    with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        container = sandbox.container_id
        assert sandbox.run(looping).timed_out == "cpu"
        lonely = Case("python", "python-tests", "", {"tests": "while True: pass", "judge": "standing"}, limits)
        assert sandbox.run(lonely).timed_out == "cpu"
        assert sandbox.run(PASS).report["phase"] == "done" and sandbox.container_id == container


def test_a_silent_agent_is_given_up_after_the_wall_limit_and_a_grace(sandboxes, slot, engine):
    options = options_of(sandboxes, slot)
    with DockerSandbox(engine, options, LIMITS, grace_seconds=1) as sandbox:
        container = sandbox.container_id
        engine.containers.get(container).pause()
        with pytest.raises(SandboxFailed, match="no answer"):
            sandbox.run(Case("python", "python-tests", "", {}, Limits(**{**vars(LIMITS), "wall_seconds": 1.0})))
    assert eventually(lambda: container not in ids(engine), seconds=10)


def test_a_case_that_turns_out_to_need_one_process_is_waited_for_twice(sandboxes, slot, engine):
    """Its second try has its limits from the start, so both together may take longer than the limit and the grace."""
    program = "import time\n\n\ndef f(x):\n    time.sleep(2.5)\n    return x"
    payload = {"tests": "assert f(1) == 1\nassert f(abs) and f(lambda: 1)", "entry_point": "f", "judge": "forked"}
    case = Case("python", "python-tests", program, payload, Limits(**{**vars(LIMITS), "wall_seconds": 9.0}))
    with DockerSandbox(engine, options_of(sandboxes, slot), LIMITS, grace_seconds=1) as sandbox:
        outcome = sandbox.run(case)
    assert outcome.report["phase"] == "done" and outcome.is_weak and outcome.timed_out is None, outcome


def test_a_container_out_of_uids_is_replaced_and_its_verdict_stands(sandboxes, slot, engine):
    options = {**options_of(sandboxes, slot), "command": [agent_arguments(slot)[0], "2"]}
    with DockerSandbox(engine, options, LIMITS) as sandbox:
        containers = []
        for _ in range(3):
            containers.append(sandbox.container_id)
            assert sandbox.run(PASS).report["phase"] == "done"
    assert containers[0] == containers[1] and containers[2] is None


def test_a_case_larger_than_its_sandbox_is_refused(sandboxes, slot):
    large = Case("python", "python-tests", "", {}, Limits(memory_mib=LIMITS.memory_mib + 1))
    with sandboxes.open("python", slot, {"assay.lease": "a"}, LIMITS) as sandbox:
        with pytest.raises(SandboxFailed, match="memory_mib"):
            sandbox.run(large)


def test_only_dead_leases_of_this_home_are_reaped(sandboxes, home, slot, engine, tmp_path):
    other_home = DockerSandboxes(Settings(home=tmp_path), reap_age_seconds=0)
    eager = DockerSandboxes(Settings(home=home), reap_age_seconds=-1)
    labels = [{"assay.lease": "alive"}, {"assay.lease": "dead"}]
    rooms = [sandboxes.open("python", slot, label, LIMITS) for label in labels]
    rooms.append(other_home.open("python", slot, {"assay.lease": "dead"}, LIMITS))
    containers = [room.container_id for room in rooms]
    try:
        assert sandboxes.reap({"alive"}) == 0, "the young are spared"
        assert eager.reap({"alive"}) == 1
        assert [container in ids(engine) for container in containers] == [True, False, True]
    finally:
        for room in rooms:
            room.close()


def test_a_container_that_never_started_is_reaped_too(sandboxes, home, slot, engine):
    options = options_of(sandboxes, slot)
    container = engine.containers.create(options["image"], "20000 1", labels=options["labels"])
    assert DockerSandboxes(Settings(home=home), reap_age_seconds=-1).reap(set()) == 1
    assert container.id not in ids(engine)


def test_the_image_key_is_the_content_key(sandboxes):
    assert len(bytes.fromhex(sandboxes.image_key("python"))) == 32


def test_an_engine_that_is_not_there_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(HostLacks, match="Docker engine"):
        DockerSandboxes(Settings(home=tmp_path)).image_key("python")


def _state(pid: int) -> str | None:
    """The process's state letter, None if it is gone."""
    status = Path(f"/proc/{pid}/stat")
    return status.read_text().rpartition(") ")[2][0] if status.exists() else None


def options_of(sandboxes, slot) -> dict:
    image, _ = sandboxes.image("python")
    return container_options(image, slot, {"assay.lease": "x", "assay.home": sandboxes.home_id}, LIMITS)
