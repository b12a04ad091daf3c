"""The one line that tells of a crash: of each language's runtime, as they print it."""

from dataclasses import replace

import pytest

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.crash import LONGEST, crash_of
from scoring.outcome import Outcome
from scoring.tasks import judged
from scoring.verdict import RUNTIME_ERROR

NODE = "program.js:3\n  x(2)\n  ^\n\nTypeError: x is not a function\n    at add (program.js:3:3)\n    at tests.js:2:16\n"
GO = ("panic: runtime error: index out of range [7] with length 1 [recovered]\n\tpanic: runtime error: index out of range [7] "
      "with length 1\n\ngoroutine 6 [running]:\npanic({0x5?})\n\truntime/panic.go:792 +0x1\nmain.Add(...)\n\tprogram.go:3\n")
CPP = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  at 5\n"
# what it shows: (room, status, log, the line)
CRASHES = {
    "JavaScript": ("node", 1, NODE, "TypeError: x is not a function (line 3)"),
    "JavaScript, in the tests": ("node", 1, "TypeError: no\n    at tests.js:2:16\n", "TypeError: no"),
    "JavaScript, several lines": ("node", 1, "Error: a\nb\n    at f (program.js:9:1)\n", "Error: a (line 9)"),
    "JavaScript, with a code": ("node", 1, "RangeError [ERR_X]: a\n    at f (x.js:9:1) {\n  code: 'ERR_X'\n}\n",
                                "RangeError [ERR_X]: a"),
    "JavaScript, another name": ("node", 1, "noise\nMine: a\n    at f (program.js:2:1)\n", "Mine: a (line 2)"),
    "JavaScript, a cause": ("node", 1, "Error: b\n    at f (program.js:5:1) {\n  [cause]: Error: a\n      at x.js:3:1\n}\n",
                            "Error: b (line 5)"),
    "JavaScript, the last of two": ("node", 1, "Error: shown\n    at program.js:1:1\n" + NODE,
                                    "TypeError: x is not a function (line 3)"),
    "JavaScript, no error": ("node", 1, "5\n", ""),
    "JavaScript, an exit": ("node", 3, NODE, ""),
    "Go": ("go", 2, GO, "panic: runtime error: index out of range [7] with length 1 (line 3)"),
    "Go, nothing goes on": ("go", 2, "fatal error: all goroutines are asleep - deadlock!\n\nmain.F\n\tprogram.go:5 +0x2\n",
                            "fatal error: all goroutines are asleep - deadlock! (line 5)"),
    "Go, a value that stays": ("go", 2, "panic: (wire.Foreign) 0xc000e0d8 [recovered]\n\tpanic: (wire.Foreign) 0xc000e0d8\n",
                               "panic: a value of a type of its own"),
    "Go, an exit": ("go", 1, GO, ""),
    "Java": ("java-maven", 1, "java.lang.IllegalStateException: no\n\tat Main.main(Unknown Source)\n",
             "java.lang.IllegalStateException: no"),
    "Java, with a cause": ("java-maven", 1, "X: b\n\tat Main.main(Unknown Source)\nCaused by: Y: a\n\t... 6 more\n", "X: b"),
    "Java, in a thread": ("java-maven", 1, 'Exception in thread "T" Mine\n\tat S.f(Unknown Source)\n', "Mine"),
    "C++": ("cpp", None, CPP, "uncaught std::out_of_range: at 5"),
    "C++, no exception": ("cpp", None, "terminate called after throwing an instance of 'int'\n", "uncaught int"),
    "C++, an abort": ("cpp", None, "", ""),
    "Python, whose report says it": ("python", 1, "NameError: x\n", ""),
    "nothing that runs": (None, None, "", ""),
}


@pytest.mark.parametrize("name", CRASHES)
def test_a_crash_is_told_in_one_line(name):
    room, status, log, line = CRASHES[name]
    assert crash_of(room, Outcome(exit_code=status, signal=6 if status is None else None, stderr=log)) == line


def test_a_message_of_any_length_is_a_line_to_read():
    assert len(crash_of("node", Outcome(exit_code=1, stderr=f"Error: {'x' * 9000}\n    at f (y.js:1:1)\n"))) == LONGEST


@pytest.mark.parametrize(("access", "reason"), [("public", "crashed: TypeError: x is not a function (line 3)"),
                                                ("private", "the program ended before its tests did")])
def test_the_reason_has_it_unless_tests_are_hidden(access, reason):
    """Newcomers read "the program ended before its tests did" of every crash in Go and JavaScript, and opened each log."""
    sample = Sample("1", inputs={"prompt": "", "tests": "add(1)"})
    task = Task("T", "program-tests", (sample,), runtime="node", settings={"language": "javascript"}, access=access)
    case, outcome = Case(runtime="node", runner="program-tests", program=""), Outcome(exit_code=1, stderr=NODE)
    verdict = judged(task, sample, case, outcome, "strict")
    assert (verdict.name, verdict.reason) == (RUNTIME_ERROR, reason)


@pytest.mark.parametrize(("access", "said"), [("public", ": SyntaxError: Unexpected identifier 'bar' (line 2)"),
                                              ("private", "")])
def test_a_script_that_is_none_has_its_line_in_the_reason(access, said):
    sample = Sample("1", inputs={"prompt": "", "tests": "add(1)"})
    task = Task("T", "program-tests", (sample,), runtime="node", settings={"language": "javascript"})
    log = "program.js:2\n  foo bar\n      ^^^\n\nSyntaxError: Unexpected identifier 'bar'\n"
    report = {"phase": "compile", "error": {"type": "SyntaxError", "message": "", "line": 2}}
    verdict = judged(replace(task, access=access), sample, Case(runtime="node", runner="program-tests", program=""),
                     Outcome(exit_code=0, stderr=log, report=report), "strict")
    assert verdict.reason == f"the compiler refused the program{said}"


GO_TESTS = "tests.go:6:5: undefined: Ad\n"
JS_TESTS = "tests.js:2\n  foo bar\n      ^^^\n\nSyntaxError: Unexpected identifier 'bar'\n"


@pytest.mark.parametrize(("language", "message", "log", "line", "reason"), [
    ("go", GO_TESTS, GO_TESTS, None, "tests: tests.go:6:5: undefined: Ad"),
    ("go", "program.go:2:1: no\n" + GO_TESTS, "", 2, "program: program.go:2:1: no"),
    ("cpp", "tests.cpp: In function 'int main()':\ntests.cpp:2:9: error: no 'x'\n", "", None,
     "tests: tests.cpp:2:9: error: no 'x'"),
    ("java", "/Main.java:5: error: ';' expected\n", "", 5, "tests: /Main.java:5: error: ';' expected"),
    ("java", "/Program.java:5: error: no Main.java:6\n", "", 5, "program: /Program.java:5: error: no Main.java:6"),
    ("javascript", "", JS_TESTS, None, "tests: SyntaxError: Unexpected identifier 'bar' (line 2 of the tests)"),
    ("javascript", "", "tests.js:9\n" + JS_TESTS.replace("tests", "program"), 2,
     "program: SyntaxError: Unexpected identifier 'bar' (line 2)"),
])
def test_tests_that_are_no_program_are_not_called_the_answers(language, message, log, line, reason):
    """The owner of a pack with a misspelt test read that the compiler had refused the reference answer."""
    sample = Sample("1", inputs={"prompt": "", "tests": "add(1)"})
    task = Task("T", "program-tests", (sample,), runtime=language, settings={"language": language})
    report = {"phase": "compile", "error": {"type": "SyntaxError", "message": message, "line": line}}
    verdict = judged(task, sample, Case(runtime=language, runner="program-tests", program=""),
                     Outcome(exit_code=0, stderr=log, report=report), "strict")
    assert verdict.reason == f"the compiler refused the {reason}"


@pytest.mark.parametrize(("access", "kind", "message", "line", "reason"), [
    ("public", "KeyError", "14", 5, "KeyError: 14 (line 5)"),
    ("public", "KeyError", "14", None, "KeyError: 14"),
    ("public", "StopIteration", "", 2, "StopIteration (line 2)"),
    ("public", "KeyError", "", None, "KeyError"),
    ("public", "Mine", "\n too\nlong\n", 7, "Mine: too (line 7)"),
    ("public", "Mine", "", None, "an error of its own"),
    ("public", "ValueError", "x" * 2000, 7, f"ValueError: {'x' * (LONGEST - 13)}… (line 7)"),
    ("private", "KeyError", "14", 5, "KeyError"),
    ("private", "Mine", "42", 5, "an error of its own"),
])
def test_what_a_python_program_raised_is_told_with_its_line_unless_tests_are_hidden(access, kind, message, line, reason):
    """A newcomer read the bare "KeyError" and opened the log for the key and the line."""
    task = Task("T", "python-tests", (Sample("1"),), runtime="python", access=access)
    report = {"phase": "run", "error": {"type": kind, "message": message, "line": line}}
    verdict = judged(task, task.samples[0], Case(runtime="python", runner="python-tests", program=""),
                     Outcome(exit_code=0, report=report), "strict")
    assert (verdict.name, verdict.reason) == (RUNTIME_ERROR, reason)
