"""What a crash leaves in the log is the program's: its frames, with its own lines, and none of the room that ran it."""

import importlib.util
import time

import pytest

from adapters.settings import ROOT
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.crash import crash_of
from scoring.tasks import judging
from workers.sandbox import selftest

LIMITS = Limits(cpu_seconds=8.0, wall_seconds=60.0, memory_mib=384, output_kib=256, processes=48, tmp_mib=16)
OF_THE_ROOM = ("/opt/room", "node:", "harness", "Harness", "assay", "Assay", "reflect", "serve.go", "source/")
JAVASCRIPT = {"entry_point": "f", "tests": "console.assert(f(1) === 1)"}
JAVA = {"entry_point": "f", "declaration": "Solution\npublic int f(int a)", "tests": (
    "public class Main {\n  public static void main(String[] a) {\n    if (new Solution().f(1) != 1)\n"
    "      throw new AssertionError();\n  }\n}")}
GO = {"entry_point": "F", "declaration": "func F(a int) int", "setup": 'package main\n\nimport "testing"\n',
      "tests": "func TestF(t *testing.T) {\n  if F(1) != 1 {\n    t.Fail()\n  }\n}\n"}
IN_A_CALL = "const f = (a) => {\n  return [a].map((x) => x.y.z)\n}\n"
WITH_A_CAUSE = "const f = (a) => {\n  try {\n    null.x\n  } catch (cause) {\n    throw new Error('outer', { cause })\n  }\n}\n"
LATER = "const f = async (a) => {\n  await null\n  throw new TypeError('later')\n}\n"
WAITS = {"entry_point": "f", "tests": "const test = async () => { await f(1) }\ntest()"}
OUT_OF_BOUNDS = "class Solution {\n  public int f(int a) {\n    return new int[] {}[a];\n  }\n}"
ASLEEP = "package main\n\nfunc F(a int) int {\n  c := make(chan int)\n  return <-c\n}\n"
PANIC = "package main\n\nfunc F(a int) int {\n  panic(a)\n}\n"
# name: (the room, a program, what the benchmark says, the log in each way: all of it, or a part)
CRASHES = {
    "JavaScript, when it is loaded": ("node", "function g() {\n  throw new Error('no')\n}\ng()\n", JAVASCRIPT, dict.fromkeys(
        judging.PROGRAM_WAYS,
        "program.js:2\n  throw new Error('no')\n  ^\n\nError: no\n    at g (program.js:2:9)\n    at program.js:4:1\n")),
    "JavaScript, in a call": ("node", IN_A_CALL, JAVASCRIPT, dict.fromkeys(
        judging.PROGRAM_WAYS,
        "    at program.js:2:29\n    at Array.map (<anonymous>)\n    at f (program.js:2:14)\n")),
    "JavaScript, with a cause": ("node", WITH_A_CAUSE, JAVASCRIPT, {
        judging.DIVIDED: "Error: outer\n    at f (program.js:5:11)\n",
        judging.INSIDE: "\n      at f (program.js:3:10)\n      at tests.js:2:16\n}\n"}),
    "JavaScript, in a promise": ("node", LATER, WAITS, {
        judging.DIVIDED: "TypeError: later\n    at f (program.js:3:9)\n",
        judging.INSIDE: "TypeError: later\n    at f (program.js:3:9)\n    at async test (tests.js:2:28)\n"}),
    "JavaScript, no program": ("node", "const f = (a) => {\n  foo bar\n}\n", JAVASCRIPT, dict.fromkeys(
        judging.PROGRAM_WAYS, "program.js:2\n  foo bar\n      ^^^\n\nSyntaxError: Unexpected identifier 'bar'\n")),
    "Java, in a call": ("java-maven", OUT_OF_BOUNDS, JAVA, {
        judging.DIVIDED: "Index 1 out of bounds for length 0\n\tat Main.main(Unknown Source)\n",
        judging.INSIDE: "\n\tat Solution.f(Unknown Source)\n\tat Main.main(Unknown Source)\n"}),
    "Go, in a call": ("go", PANIC, GO, {judging.DIVIDED: "main.TestF(", judging.INSIDE: "\tprogram.go:4"}),
    "Go, where nothing goes on": ("go", ASLEEP, GO, dict.fromkeys(judging.PROGRAM_WAYS, "\tprogram.go:5")),
}


@pytest.mark.parametrize("way", judging.PROGRAM_WAYS)
@pytest.mark.parametrize("name", CRASHES)
def test_a_log_holds_frames_of_the_program_and_none_of_the_room(rooms, name, way):
    room, program, told, logs = CRASHES[name]
    payload = {"setup": "", "above": "", "declaration": "", "judge": way, **told}
    log = rooms.room(room).run(Case(room, "program-tests", program, payload, LIMITS)).stderr
    assert logs[way] in log, log
    assert [word for word in OF_THE_ROOM if word in log] == [], log


@pytest.mark.parametrize("way", judging.PROGRAM_WAYS)
def test_what_a_program_prints_stays_as_it_is(rooms, way):
    """It may look like a frame of the room's."""
    line = "    at f (/opt/room/candidate.js:1:1)"
    program = f"console.log('Error: no')\nconsole.log('{line}')\nconst f = (a) => a\n"
    payload = {"setup": "", "above": "", "declaration": "", "judge": way, **JAVASCRIPT}
    outcome = rooms.room("node").run(Case("node", "program-tests", program, payload, LIMITS))
    assert outcome.stdout == f"Error: no\n{line}\n"


# name: the line that a reason has of it, in each way
LINES = {
    "JavaScript, in a call": dict.fromkeys(
        judging.PROGRAM_WAYS, "TypeError: Cannot read properties of undefined (reading 'z') (line 2)"),
    "Java, in a call": dict.fromkeys(
        judging.PROGRAM_WAYS, "java.lang.ArrayIndexOutOfBoundsException: Index 1 out of bounds for length 0"),
    "Go, in a call": {judging.DIVIDED: "panic: 1", judging.INSIDE: "panic: 1 (line 4)"},
    "Go, where nothing goes on": dict.fromkeys(
        judging.PROGRAM_WAYS, "fatal error: all goroutines are asleep - deadlock! (line 5)"),
}


@pytest.mark.parametrize("way", judging.PROGRAM_WAYS)
@pytest.mark.parametrize("name", LINES)
def test_a_crash_is_told_in_one_line_of_the_runtimes_own(rooms, name, way):
    room, program, told, _ = CRASHES[name]
    payload = {"setup": "", "above": "", "declaration": "", "judge": way, **told}
    outcome = rooms.room(room).run(Case(room, "program-tests", program, payload, LIMITS))
    assert crash_of(room, outcome) == LINES[name][way], outcome


PYTHON = "def g():\n    raise ValueError('no')\n\n\ndef f(a):\n    g()\n"
IN_F = '  File "<program>", line 6, in f\n  File "<program>", line 2, in g\n'
PYTHON_LOGS = {
    "when it is loaded": (f"{PYTHON}f(1)\n", f'  File "<program>", line 7, in <module>\n{IN_F}'),
    "in a call": (PYTHON, f'  File "<tests>", line 1, in <module>\n{IN_F}'),
}


@pytest.mark.parametrize("name", PYTHON_LOGS)
def test_a_traceback_of_python_begins_with_the_program_or_its_tests(python_room, name):
    program, log = PYTHON_LOGS[name]
    payload = {"tests": "f(1)", "entry_point": "f", "judge": judging.INSIDE}
    outcome = python_room.run(Case("python", "python-tests", program, payload, Limits(**selftest.LIMITS)))
    assert log in outcome.stderr and "/opt/room" not in outcome.stderr, outcome.stderr
    assert outcome.report["error"] == {"type": "ValueError", "message": "no", "line": 2}


@pytest.mark.parametrize("way", judging.PROGRAM_WAYS)
def test_a_compile_error_of_javascript_names_its_line(rooms, way):
    payload = {**JAVASCRIPT, "setup": "", "above": "", "judge": way}
    report = rooms.room("node").run(Case("node", "program-tests", "const f = 1\nfoo bar\n", payload, LIMITS)).report
    assert (report["phase"], report["error"]["line"]) == ("compile", 2)


HOSTILE = ("\n\tat java.base/java.lang.reflect.", "\n at new Script (node:vm:1:1)", "\n at x (node:internal/modules/a:1:1)",
           "\n at f (/opt/room/a.js:1:1)", "/opt/room/a.js:1\n\n", "\nreflect.Value.\n\treflect/value.go:",
           "\na\n\tharness.go:", "\n ", " ", "\n\tat assay.a$a", "$a", "\t", "a(", "^")


def test_output_that_looks_like_frames_costs_no_more_than_its_length():
    """The agent looks at it, whose time is nobody's limit: what is quadratic takes minutes."""
    spec = importlib.util.spec_from_file_location("room_frames", ROOT / "sandboxes" / "programs" / "frames.py")
    frames = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(frames)
    began = time.process_time()
    for part in HOSTILE:
        for head in ("", "\n at ", "\n\tat assay.a", "/opt/room/a.js:1\n"):
            frames.without_ours(head + part * (128 * 1024 // len(part)))
    assert time.process_time() - began < 10
