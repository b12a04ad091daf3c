"""The compiler that stands in the Java room: it stays, is replaced when a program was too much for it, and keeps nothing."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from cli.host.images import build_images
from scoring.case import Case
from scoring.errors import SandboxFailed
from scoring.verdict import COMPILE_ERROR, PASSED, TIME_LIMIT
from tests.sandboxes.rooms import CASES
from workers.sandbox import selftest
from workers.sandbox.docker import DockerSandbox, DockerSandboxes

ALL = {case.name: case for folder in (selftest.folder_of("java-maven"), CASES / "java-maven")
       for case in selftest.load(folder, "java-maven")}
OWN_CLASS = "class Solution {\n    public java.util.List<Integer> add(int a, int b) { return Spare.sum(a, b); }\n}\n"
SPARE = "class Spare {\n    static java.util.List<Integer> sum(int a, int b) { return java.util.List.of(a + b); }\n}\n"
FIND = """
import os, signal, sys
found = []
for pid in filter(str.isdecimal, os.listdir("/proc")):
    with open(f"/proc/{pid}/cmdline", "rb") as line:
        if b"Compiler" in line.read().split(b"\\0"):
            found.append(pid)
            if sys.argv[1] == "kill":
                os.kill(int(pid), signal.SIGKILL)
print(*found)
"""


@pytest.fixture
def room(sandboxes, slot) -> Iterator[DockerSandbox]:
    build_images(["sandbox-java-maven"], print)
    limits = selftest.largest_limits(list(ALL.values()))
    with sandboxes.open("java-maven", slot, {"assay.lease": "java-test"}, limits) as opened:
        yield opened


def compilers(sandboxes: DockerSandboxes, room: DockerSandbox, then: str = "leave") -> list[str]:
    """The compilers in the room by their numbers; `then`: "kill" ends them."""
    container = sandboxes.engine().containers.get(room.container_id)
    return container.exec_run(["python3", "-c", FIND, then]).output.decode().split()


def verdict(room: DockerSandbox, name: str) -> str:
    return ALL[name].judge(room.run(ALL[name].case))


def test_one_compiler_serves_program_after_program(sandboxes, room):
    assert verdict(room, "passes") == PASSED
    before = compilers(sandboxes, room)
    assert [verdict(room, name) for name in ("compile-error", "loop", "honest-unicode")] == [COMPILE_ERROR, TIME_LIMIT, PASSED]
    assert compilers(sandboxes, room) == before and len(before) == 1


@pytest.mark.parametrize("name", ["attack-deep-expression", "attack-long-constant", "attack-slow-compile"])
def test_a_program_that_is_too_much_for_the_compiler_takes_it_along(sandboxes, room, name):
    assert verdict(room, "passes") == PASSED
    before = compilers(sandboxes, room)
    assert verdict(room, name) == ALL[name].verdict
    assert verdict(room, "passes") == PASSED
    after = compilers(sandboxes, room)
    assert len(after) == 1 and after != before


def test_a_class_of_one_program_is_unknown_to_the_next(room):
    def ends(program: str) -> str:
        return ALL["passes"].judge(room.run(replace(ALL["passes"].case, program=program)))

    assert [ends(OWN_CLASS + SPARE), ends(OWN_CLASS), ends(OWN_CLASS + SPARE)] == [PASSED, COMPILE_ERROR, PASSED]


def test_a_compiler_that_is_gone_is_replaced(sandboxes, room):
    for _ in range(2):
        assert verdict(room, "passes") == PASSED
        assert len(compilers(sandboxes, room, "kill")) == 1
    assert verdict(room, "passes") == PASSED


@pytest.mark.parametrize("used", [True, False])
def test_a_compiler_that_somebody_ends_in_mid_compile_is_never_the_programs_fault(sandboxes, room, used):
    """A used one is replaced and the program compiled again. A first one that goes is our failure: the case is retried."""
    if used:
        assert verdict(room, "passes") == PASSED
    slow: Case = ALL["attack-slow-compile"].case
    killer = threading.Thread(target=kill_soon, args=(sandboxes, room, compilers(sandboxes, room)))
    killer.start()
    try:
        if used:
            assert ALL["attack-slow-compile"].judge(room.run(slow)) == TIME_LIMIT
        else:
            with pytest.raises(SandboxFailed, match="compiler"):
                room.run(slow)
    finally:
        killer.join()


def kill_soon(sandboxes: DockerSandboxes, room: DockerSandbox, before: list[str]) -> None:
    deadline = time.monotonic() + 30
    while not (before or compilers(sandboxes, room)) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1.0)  # it is compiling by now
    compilers(sandboxes, room, "kill")
