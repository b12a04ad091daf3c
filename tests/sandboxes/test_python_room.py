"""Hostile and honest programs, one folder each under cases/python, in real containers."""

import gzip
import json

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.tasks import python_tests
from scoring.verdict import PASSED
from tests.sandboxes.rooms import CASES
from workers.sandbox import selftest

ROOM_CASES = selftest.load(CASES / "python")
NEIGHBOUR = selftest.RoomCase(
    "neighbour",
    Case("python", "python-tests", "def add(a, b):\n    return a + b\n", {"tests": "assert add(1, 2) == 3"}, Limits(
        cpu_seconds=1.0, wall_seconds=20.0, memory_mib=128, output_kib=256, processes=32, tmp_mib=16)),
    PASSED,
)


def test_the_folder_holds_a_fair_number_of_cases():
    assert len(ROOM_CASES) >= 60


@pytest.mark.parametrize("room_case", ROOM_CASES, ids=lambda case: case.name)
def test_a_case_gets_its_verdict_and_leaves_its_neighbour_alone(room, room_case):
    container = room.container_id
    outcome = room.run(room_case.case)
    assert room_case.judge(outcome) == room_case.verdict, outcome
    after = room.run(NEIGHBOUR.case)
    assert NEIGHBOUR.judge(after) == PASSED, after
    assert room.container_id == container, "the program left something that took a new container to get rid of"


@pytest.mark.parametrize("name", ["honest-changes-its-argument", "honest-class", "honest-function-as-argument"])
def test_tests_that_need_the_programs_own_objects_are_marked_as_weaker(python_room, name):
    [room_case] = [case for case in ROOM_CASES if case.name == name]
    assert python_room.run(room_case.case).report["guarantee"] == "weak"


def run(room, program, tests="", **limits):
    return room.run(Case("python", "python-tests", program, {"tests": tests}, Limits(**{**selftest.LIMITS, **limits})))


TRACES = {
    "def add(a, b):\n    return a - b\n": """Traceback of the tests:
  File "<tests>", line 4, in <module>
    check(add)
  File "<tests>", line 3, in check
    assert candidate(1, 2) == 3, "one and two"
AssertionError: one and two
""",
    "def add(a, b):\n    return {}[a]\n": """Traceback of the tests:
  File "<tests>", line 4, in <module>
    check(add)
  File "<tests>", line 3, in check
    assert candidate(1, 2) == 3, "one and two"
KeyError: 1 (line 2 of the program)
""",
    "def add(a, b):\n    return a + b\n": "",
}


@pytest.mark.parametrize(("program", "shown"), TRACES.items(), ids=["wrong", "raises", "right"])
@pytest.mark.parametrize("way", ["standing", "forked"])
def test_the_log_of_a_divided_case_shows_where_its_tests_failed(python_room, way, program, shown):
    tests = '\ndef check(candidate):\n    assert candidate(1, 2) == 3, "one and two"\ncheck(add)\n'
    payload = {"tests": tests, "entry_point": "add", "judge": way}
    assert python_room.run(Case("python", "python-tests", program, payload, Limits(**selftest.LIMITS))).stderr == shown


def test_names_never_leak_from_one_sample_to_the_next(python_room, shared):
    """Published results counted answers as solved whose imports had come from an earlier answer in the same process."""
    rows = json.loads((shared / "cases" / "scorer-bugs" / "cases.json").read_text())
    bug = next(row for row in rows if row["id"] == "B28")["input"]
    tests = bug["problem"]["test"] + f"\ncheck({bug['problem']['entry_point']})"
    first = run(python_room, bug["first_sample"], tests)
    second = run(python_room, bug["problem"]["prompt"] + bug["second_sample"], tests)
    assert (first.report["phase"], second.report["phase"]) == ("done", "run")
    assert second.report["error"]["type"] == "NameError"


def test_an_object_that_equals_everything_does_not_pass(python_room, shared):
    """It satisfied every assertion of published scorers, which compared in the answer's own process."""
    rows = json.loads((shared / "cases" / "scorer-bugs" / "cases.json").read_text())
    bug = next(row for row in rows if row["id"] == "B02")["input"]
    problem, entry_point = bug["problem"], bug["problem"]["entry_point"]
    tests = f"{problem['test']}\ncheck({entry_point})"
    payload = python_tests.payload(problem["prompt"], "", tests, entry_point)
    cheat = Case("python", "python-tests", problem["prompt"] + bug["completion"], payload, Limits(**selftest.LIMITS))
    assert python_room.run(cheat).report["error"]["type"] == "AssertionError"


def test_no_two_programs_share_a_user_or_a_folder(python_room):
    program = "import os\nprint(os.getuid(), os.getcwd())"
    seen = {run(python_room, program).stdout for _ in range(5)}
    assert len(seen) == 5


def test_the_stored_output_is_a_tail_with_a_mark(python_room):
    outcome = run(python_room, "print('x' * 200_000)\nprint('the end')")
    assert outcome.stdout.endswith("the end\n\n[output cut: the last 65536 of 200009 bytes]")
    assert not outcome.output_exceeded


@pytest.mark.parametrize(("program", "line"), [("\n\n1/0\n", 3), ("def f():\n    g()\n\nf()\n", 2), ("x = (\n", 1)])
def test_an_error_names_its_line_of_the_program(python_room, program, line):
    assert run(python_room, program).report["error"]["line"] == line


def test_cpu_time_is_what_counts_not_waiting(python_room):
    outcome = run(python_room, "import time\ntime.sleep(1.5)\n")
    assert outcome.timed_out is None
    assert outcome.cpu_ms < 500 and outcome.wall_ms >= 1500


@pytest.mark.parametrize("judge", ["standing", "forked", "inside", None])
def test_a_call_that_takes_seconds_is_waited_for(python_room, judge):
    """Programs beside their tests were once ended after a second, as if the other half of a divided case had left."""
    program = "import time\n\n\ndef slow():\n    time.sleep(2.5)\n    return 1\n"
    if judge is None:
        case = Case("python", "python-io", program, {"entry_point": "slow", "calls": [[]]}, Limits(**selftest.LIMITS))
    else:
        payload = {"tests": "assert slow() == 1", "entry_point": "slow", "judge": judge}
        case = Case("python", "python-tests", program, payload, Limits(**selftest.LIMITS))
    assert python_room.run(case).report["phase"] == "done"


def test_memory_that_was_used_is_measured(python_room):
    outcome = run(python_room, "hoard = bytearray(50 * 2**20)\nhoard[::4096] = b'x' * len(hoard[::4096])\n")
    assert 48 * 1024 < outcome.peak_kib < 80 * 1024  # the kernel counts ahead, and the idle baseline moves by as much
    assert not outcome.memory_exceeded


def test_the_same_case_gives_the_same_facts_but_for_measures(python_room):
    program = "print({'a', 'b', 'c', 'd'}, hash('x'))\nimport random\nraise ValueError(str({'p', 'q', 'r'}))"
    facts = [
        {k: v for k, v in run(python_room, program).as_json().items() if k not in ("cpu_ms", "wall_ms", "peak_kib")}
        for _ in range(3)
    ]
    assert facts[0] == facts[1] == facts[2]


def test_every_canonical_solution_of_humaneval_passes(python_room, shared):
    with gzip.open(shared / "cases" / "humaneval" / "HumanEval.jsonl.gz", "rt") as file:
        problems = [json.loads(line) for line in file]
    failed = [
        problem["task_id"] for problem in problems
        if run(python_room, problem["prompt"] + problem["canonical_solution"],
               f"{problem['test']}\ncheck({problem['entry_point']})", cpu_seconds=5.0).report["phase"] != "done"
    ]
    assert len(problems) == 164 and failed == []
