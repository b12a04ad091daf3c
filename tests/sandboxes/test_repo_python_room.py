"""Small repositories with hostile and honest answers, one folder each under cases/repo-python, in real containers."""

import hashlib
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters import images
from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.errors import SandboxFailed
from scoring.repository.rounds import FIRST, SECOND, with_rounds
from scoring.verdict import PASSED, TIME_LIMIT
from tests.conftest import docker
from tests.sandboxes.rooms import CASES
from workers.sandbox import selftest
from workers.sandbox.contract import Sandbox

FOLDER = CASES / "repo-python"
ROOM_CASES = selftest.load(FOLDER, "repo-python")
DESCRIBED = {case.name: tomllib.loads((FOLDER / case.name / "case.toml").read_text("utf-8")) for case in ROOM_CASES}
HONEST = next(case for case in ROOM_CASES if case.name == "honest-passes")
CHEATS = [case for case in ROOM_CASES if "naive" in DESCRIBED[case.name]]


@pytest.fixture(scope="module")
def room(sandboxes, slot) -> Iterator[Sandbox]:
    build_images(["sandbox-repo-python"], print)
    with sandboxes.open("repo-python", slot, {"assay.lease": "room-test"}, Limits()) as sandbox:
        yield sandbox


@pytest.mark.parametrize("case", ROOM_CASES, ids=lambda case: case.name)
def test_a_case_gets_its_verdict_and_a_cheat_is_flagged_where_the_published_rule_would_pass_it(room, case):
    """The published rule reads pytest's own outcomes, so what they say stays in the report, beside the flags."""
    outcome = room.run(case.case)
    assert case.judge(outcome) == case.verdict, outcome
    report = outcome.report or {"tests": {"passed": []}, "flags": []}
    assert bool(report["flags"]) == DESCRIBED[case.name].get("flagged", False), report
    would_pass = set(case.case.payload["required"]) <= set(report["tests"]["passed"])
    assert case.verdict == PASSED or report["flags"] or not would_pass


def write_tree(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def passes_naively(way: str, case: selftest.RoomCase, folder: Path) -> bool:
    """As many score: pytest's exit status, the lines of its log, or a report file in the repository's folder."""
    payload = case.case.payload
    write_tree(folder, {**payload["files"], payload["target"]: case.case.program})
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "--junitxml=report.xml", "tests"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60,
                          env={"PYTHONPATH": ".", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    if way == "log":
        return all(f"PASSED {name}\n" in done.stdout for name in payload["required"])
    if way == "file":
        return 'failures="0" errors="0"' in (folder / "report.xml").read_text("utf-8")
    return done.returncode == 0


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_a_cheat_passes_where_scoring_is_naive(case, tmp_path):
    assert passes_naively(DESCRIBED[case.name]["naive"], case, tmp_path)
    assert case.verdict != PASSED


def test_the_room_passes_its_own_self_test(sandboxes):
    build_images(["sandbox-repo-python"], print)
    sandboxes.check("repo-python")


@pytest.fixture(scope="module")
def environment(room, sandboxes, tmp_path_factory) -> Iterator[str]:
    """A prepared repository: the tree of the cases without its target. Its key; the image goes again."""
    folder, base = tmp_path_factory.mktemp("tree"), sandboxes.image("repo-python")
    write_tree(folder, HONEST.case.payload["files"])
    key = hashlib.sha256(str(folder).encode()).hexdigest()
    recipe = (f"FROM {base[0]}\nCOPY . /repo\nRUN chmod -R a+rwX /repo\n"
              f"LABEL {images.CONTENT_KEY_LABEL}={key} {images.BASE_KEY_LABEL}={base[1]}\n")
    (folder / "Dockerfile").write_text(recipe)
    docker("build", "--quiet", "--tag", images.environment_tag(key), str(folder))
    yield key
    docker("image", "rm", images.environment_tag(key))


def of(environment: str | None, **payload) -> Case:
    return replace(HONEST.case, environment=environment, payload={**HONEST.case.payload, "files": {}, **payload})


SPOILS = {
    "a test": "open('tests/test_other.py', 'w').close()",
    "all": "import shutil; shutil.rmtree('tests')",
    "more": "import os; open('conftest.py', 'w').write('raise SystemExit'); os.mkdir('tests/x', 0)",
    "memory": "open('/dev/shm/x', 'w').close(); open('/tmp/x', 'w').close()",
}


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
def test_a_case_runs_in_its_environment_and_the_next_meets_it_as_it_was(room, environment, spoil):
    before = of(environment)
    clean = facts_of(room.run(before))
    container = room.container_id
    looks = "import os\nassert not os.listdir('/tmp') and not os.listdir('/dev/shm') and not os.path.exists('tests/x')\n"
    room.run(replace(before, program=f"{spoil}\n{HONEST.case.program}"))
    after = room.run(replace(before, program=looks + HONEST.case.program))
    assert (HONEST.judge(after), facts_of(after)) == (PASSED, clean), after
    assert room.container_id == container


CONNECT = """
import socket
with socket.create_server(("127.0.0.1", 8765)) as door, socket.create_connection(("127.0.0.1", 8765)) as caller:
    door.accept()[0].close()
    caller.recv(1)
"""
LISTEN = "import socket\nassert socket.socket().bind(('127.0.0.1', 8765)) is None\n"


def test_a_port_that_a_case_has_used_is_free_for_the_next(room, environment):
    """The kernel remembers a connection for a minute, and keeps the port of the side that closed it first."""
    honest, containers = of(environment), set()
    for first_lines in (CONNECT, LISTEN):
        outcome = room.run(replace(honest, program=f"{first_lines}\n{HONEST.case.program}"))
        assert HONEST.judge(outcome) == PASSED, outcome
        containers.add(room.container_id)
    assert len(containers) == 1


STOP_ALL = """
import os, signal, time
os.fork(), os.fork()
end = time.monotonic() + 20
while time.monotonic() < end:
    os.kill(-1, signal.SIGSTOP)
"""


def test_a_program_that_stops_whoever_comes_to_end_it_is_ended(sandboxes, room, environment):
    """On kernels before 6.12 nothing but its user keeps a program from that. Here it is run beside the case, without walls."""
    limits = replace(HONEST.case.limits, wall_seconds=3.0)
    idle = replace(of(environment), limits=limits, program="import time\ntime.sleep(60)\n")
    room.run(replace(of(environment), limits=limits))
    container = sandboxes.engine().containers.get(room.container_id)

    def stop_all():
        time.sleep(1)
        uid = container.exec_run(["ls", "/w"]).output.decode().strip()
        container.exec_run(["python3", "-c", STOP_ALL], user=uid)

    beside = threading.Thread(target=stop_all)
    beside.start()
    try:
        assert HONEST.judge(room.run(idle)) == TIME_LIMIT
    finally:
        beside.join()


def facts_of(outcome) -> tuple:
    """What a verdict is made of."""
    report = outcome.report
    return {kind: sorted(names) for kind, names in report["tests"].items()}, report["phase"], report["flags"], outcome.exit_code


@pytest.mark.parametrize("program", [HONEST.case.program, HONEST.case.program.replace("a * b", "a + b"), "def add(:"])
def test_a_warm_interpreter_finds_what_one_of_its_own_does(room, environment, program):
    """What an interpreter reads when it starts cannot be set in a warm one, so these environments get one of their own."""
    warm = room.run(replace(of(environment), program=program))
    cold = room.run(replace(of(environment, test={**HONEST.case.payload["test"], "env": {
        **HONEST.case.payload["test"].get("env", {}), "PYTHONWARNINGS": "default"}}), program=program))
    assert facts_of(warm) == facts_of(cold)
    assert cold.cpu_ms > warm.cpu_ms


@pytest.mark.parametrize("full", [False, True])
def test_what_runs_first_changes_no_verdict(room, environment, full):
    wrong = replace(of(environment, full=full), program=HONEST.case.program.replace("a * b", "a + b"))
    assert HONEST.judge(room.run(of(environment, full=full))) == PASSED
    report = room.run(wrong).report
    assert "tests/test_other.py::test_mul" in report["tests"]["failed"]
    assert report["stopped"] is not full


def test_an_untouched_repository_is_measured(room, environment):
    report = room.run(of(environment, mode="baseline", first=[], required=[])).report
    assert set(report["tests"]["passed"]) == set(HONEST.case.payload["required"]) == set(report["ms"])


def test_tests_are_named_without_being_run(room, environment):
    report = room.run(of(environment, mode="collect", first=[], required=[])).report
    assert (set(report["tests"]["collected"]), report["ran"]) == (set(HONEST.case.payload["required"]), 0)


@pytest.mark.parametrize("key", ["0" * 64, "same tag, other key"])
def test_an_environment_that_is_not_here_is_refused_with_the_command_that_makes_it(room, environment, key):
    wanted = environment[:12] + "0" * 52 if " " in key else key
    with pytest.raises(SandboxFailed) as caught:
        room.run(of(wanted))
    assert caught.value.mend == "./assay benchmark build PACK"


def test_there_is_a_fair_number_of_cheats():
    assert len(CHEATS) >= 20


def test_the_log_of_an_answer_that_passes_says_which_round_of_tests_each_part_is(room):
    first = HONEST.case.payload["required"][:1]
    outcome = room.run(replace(HONEST.case, payload={**HONEST.case.payload, "first": first}))
    log = with_rounds(outcome)
    assert HONEST.judge(outcome) == PASSED
    assert 0 <= log.index(FIRST) < log.index(SECOND) < log.index(" passed in ")
