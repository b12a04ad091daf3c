"""The line of a compiler's text that tells what is wrong."""

from dataclasses import replace

import pytest

from scoring.case import Case
from scoring.complaint import LONGEST, NOT_KEPT, first_complaint
from scoring.tasks import judged
from scoring.verdict import COMPILE_ERROR
from tests.scoring.repository.making import completion, ran

INTO_THE_LIBRARY = (
    "ninja: Entering directory `build'\n[1/3] Building CXX object spans.cpp.o\nFAILED: spans.cpp.o \n/usr/bin/c++  -I/repo/src "
    "-c /repo/src/spans.cpp\nIn file included from /usr/include/c++/14/bits/stl_algobase.h:71,\n"
    "                 from /repo/src/spans.cpp:1:\n/usr/include/c++/14/bits/ops.h: In instantiation of 'bool less(_I1, _I2)':\n"
    "/usr/include/c++/14/bits/stl_algo.h:1777:14:   required from 'void std::__insertion_sort(_Iterator, _Compare)'\n"
    " 1777 |           if (__comp(__i, __first))\n      |               ~~~~~~^~~~~~~~~~~~~~\n"
    "/repo/src/spans.cpp:8:14:   required from here\n    8 |     std::sort(spans.begin(), spans.end());\n")
SAID = [
    ("g++", "m.cpp: In function 'int f()':\nm.cpp:2:16: warning: unused\nm.cpp:3:9: error: 'two' was not declared\nnote: x\n",
     "m.cpp:3:9: error: 'two' was not declared"),
    ("a header that is not there", "In file included from a.h:1,\n                 from b.c:2:\nb.c:1:10: fatal error: no.h\n",
     "b.c:1:10: fatal error: no.h"),
    ("ninja and a linker", "[1/2] cc -Werror -c a.c\nFAILED: a\n/usr/bin/ld: a.o: in function `f':\na.c:(.text+0x5): undefined "
     "reference to `g'\ncollect2: error: ld returned 1 exit status\nninja: build stopped\n",
     "a.c:(.text+0x5): undefined reference to `g'"),
    ("go", "# example/m\n./m.go:3:5: undefined: x\n./m.go:4:5: undefined: y\n", "./m.go:3:5: undefined: x"),
    ("javac by way of the room", "src/M.java: cannot find symbol\n  symbol: variable y\n", "src/M.java: cannot find symbol"),
    ("maven", "[INFO] BUILD FAILURE\n[ERROR] /repo/M.java:[3,5] ';' expected\n", "[ERROR] /repo/M.java:[3,5] ';' expected"),
    ("python", "invalid syntax (<program>, line 3)", "invalid syntax (<program>, line 3)"),
    ("tsc", "src/m.ts(3,5): error TS2304: Cannot find name 'x'.\n", "src/m.ts(3,5): error TS2304: Cannot find name 'x'."),
    ("g++, by way of the library", INTO_THE_LIBRARY + "/usr/include/c++/14/bits/ops.h:45:23: error: no match for 'operator<'\n"
     "   45 |       { return *__it1 < *__it2; }\n", "/usr/include/c++/14/bits/ops.h:45:23: error: no match for 'operator<' "
     "(from /repo/src/spans.cpp:8:14)"),
    ("g++, by way of a template of the answer's", INTO_THE_LIBRARY + "/repo/src/spans.cpp:2:3: error: no 'x'\n",
     "/repo/src/spans.cpp:2:3: error: no 'x'"),
    ("g++, which was not kept up to its error", INTO_THE_LIBRARY, ""),
    ("g++, cut within a line that leads there", "In file included from a.h:1,\n/usr/b.h:7:1:   required from 'void st", ""),
    ("g++, quoting a line that speaks of errors", "b.c:1:2:   required from here\n    1 | int x; // error: none\n"
     "b.c:3:1: error: no y\n", "b.c:3:1: error: no y"),
    ("nothing", " \n", ""),
]


@pytest.mark.parametrize(("said", "line"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_the_first_line_that_names_a_fault_is_taken(said, line):
    assert first_complaint(said) == line


def test_a_complaint_of_any_length_is_a_line_to_read():
    assert len(first_complaint("m.cpp:1:1: error: " + "x" * 9000)) == LONGEST


@pytest.mark.parametrize(("access", "told"), [("public", True), ("private", False)])
def test_the_reason_of_an_answer_that_does_not_build_has_the_compilers_line_unless_tests_are_hidden(access, told):
    """A newcomer read "compile error in line 3" and no word of what the compiler had said."""
    task = replace(completion("int f() {\n", "  return 1;\n}\n", "", rule="cpp", file="m.cpp"), access=access)
    error = {"type": "compile error", "message": "m.cpp:3:9: error: 'two' was not declared", "line": 3}
    outcome = ran(phase="compile", error=error)
    verdict = judged(task, task.samples[0], Case(runtime="repo-cpp", runner="repo", program=""), outcome, "strict")
    assert verdict.name == COMPILE_ERROR
    assert verdict.reason == "the answer does not build: compile error in line 3" + (f": {error['message']}" if told else "")


def test_a_reason_owns_that_the_text_was_not_kept_up_to_its_first_error():
    """The room keeps 2,000 characters, which the way into one std::sort fills: a line of that way was taken for the fault."""
    task = replace(completion("int f() {\n", "  return 1;\n}\n", "", rule="cpp", file="m.cpp"), access="public")
    outcome = ran(phase="compile", error={"type": "compile error", "message": INTO_THE_LIBRARY, "line": None})
    verdict = judged(task, task.samples[0], Case(runtime="repo-cpp", runner="repo", program=""), outcome, "strict")
    assert verdict.reason == f"the answer does not build: compile error: {NOT_KEPT}"


STOPPED = "the run stopped there, after 3 tests (./assay score --full runs them all)"


@pytest.mark.parametrize(("access", "failed", "reason"), [
    ("public", ("m.TestZ", "m.TestA/touching", "m.TestA"), f"a required test failed: m.TestA/touching; {STOPPED}"),
    ("public", ("m.TestZ",), f"a required test failed; {STOPPED}"),
    ("public", ("m.Test" + "x" * 9000,), f"a required test failed: m.Test{'x' * (LONGEST - 7)}…; {STOPPED}"),
    ("private", ("m.TestA",), f"a required test failed; {STOPPED}"),
])
def test_the_first_required_test_that_failed_is_named_unless_tests_are_hidden(access, failed, reason):
    """Go's log was empty where the run stopped, so that nothing told which test had failed."""
    required = ("m.TestA", "m.TestA/touching", "m.Test" + "x" * 9000)
    task = completion("func F() int {\n", "\treturn 1\n}\n", "", rule="go", file="m.go", stable=required)
    case = Case(runtime="repo-go", runner="repo", program="", payload={"required": list(required)})
    outcome = ran((), failed, stopped=True, first=1, rest=None, ran=3)
    assert judged(replace(task, access=access), task.samples[0], case, outcome, "strict").reason == reason
