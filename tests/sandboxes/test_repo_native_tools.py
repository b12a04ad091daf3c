"""The tools for Go, CTest and make, as far as they need no container: loaded by their path, as rooms are imported by nobody."""

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from adapters.settings import ROOT

ROOMS = ROOT / "sandboxes"
PATHS = [str(ROOMS / name) for name in ("repo", "repo-cpp", "repo-go", "python")] + [str(ROOT / "scoring" / "repository")]
Load = Callable[[str], ModuleType]


@pytest.fixture
def room(monkeypatch) -> Iterator[Load]:
    """`room(NAME)`: a module as it would be imported in the image."""
    before = dict(sys.modules)
    monkeypatch.setattr(sys, "path", [*PATHS, *sys.path])
    yield importlib.import_module
    for name in set(sys.modules) - set(before):
        del sys.modules[name]


@pytest.mark.parametrize("path", [
    "repo/told.py", "repo/tools/go.py", "repo/tools/ctest.py", "repo-go/packages.py", "repo-cpp/macros.py",
    "repo-cpp/programs.py", "repo-cpp/symbols.py",
])
def test_the_examples_of_a_module_hold(path):
    done = subprocess.run([sys.executable, "-m", "doctest", str(ROOMS / path)], capture_output=True, text=True,
                          env={"PYTHONPATH": ":".join(PATHS)}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("heard", [b"", b"P0 TestX", b"E0 0", b"\0" * 16 + b"P0 TestX"])
def test_a_message_without_the_secret_is_nobodys(room, heard):
    assert room("told").Ear().messages(heard) == []


def test_what_a_forger_appends_spoils_a_name_that_is_then_missing(room):
    ear = room("told").Ear()
    assert [message.text for message in ear.messages(ear.secret + b"F0 TestX" + b"P0 TestX")] == ["TestXP0 TestX"]


@pytest.mark.parametrize(("wanted", "done", "options"), [
    (None, set(), []),
    (None, {"a.b/c.TestX", "a.b/c.TestX/one"}, ["-test.skip=^(TestX)$"]),
    ({"a.b/c.TestX/one", "a.b/c.TestY"}, set(), ["-test.run=^(TestX|TestY)$"]),
    ({"a.b/c/d.TestY"}, set(), None),
    (set(), set(), None),
])
def test_tests_of_a_package_are_selected_by_the_names_of_their_tops(room, wanted, done, options):
    assert room("tools.go").selection({"path": "a.b/c"}, wanted, done) == options


@pytest.mark.parametrize(("status", "ends", "complete", "flagged"), [
    (0, ["0"], True, False), (1, ["1"], True, False),
    (2, [], False, False),  # a panic
    (-9, [], False, False),
    (0, [], False, True),  # os.Exit(0) before the end
    (0, ["1"], False, True),  # a TestMain that forgets what came of the tests
    (2, ["0"], False, False),  # a panic after the end
])
def test_a_run_of_go_is_complete_if_it_ended_as_its_tests_had_said(room, status, ends, complete, flagged):
    ran = room("job").Ran()
    room("tools.go").judge_end({"path": "p"}, status, ends, ran)
    assert (ran.complete, bool(ran.flags)) == (complete, flagged)


@pytest.mark.parametrize(("test", "status", "ends", "outcome"), [
    ({}, 0, [("M", "0")], "passed"),
    ({}, 1, [("M", "1")], "failed"),
    ({}, 0, [], "failed"),  # _exit in a constructor
    ({}, 0, [("M", "1")], "failed"),  # _exit(0) in an exit handler
    ({}, 0, [("X", "0")], "failed"),  # exit(0) in place of a return
    ({"way": "X"}, 0, [("X", "0")], "passed"),  # as in the untouched tree
    ({"status": 3, "will_fail": True}, 3, [("M", "3")], "passed"),
    ({"skip_status": 77}, 77, [("M", "77")], "skipped"),
    ({"sound": False}, 0, [("M", "0")], "failed"),
])
def test_a_program_passes_if_it_ends_as_in_the_untouched_tree(room, test, status, ends, outcome):
    programs = room("programs")
    assert programs.judged(programs.Test("t", ["/repo/t"], "/repo", **test), status, ends) == outcome


@pytest.mark.parametrize(("defined", "wanted", "wrongs"), [
    ([], ["malloc"], 0), (["helper"], [], 0), (["_Znwm"], [], 0),
    (["strcmp"], [], 1), (["UnityFail"], [], 1), ([], ["Unity"], 1), (["memcpy"], ["Unity"], 2),
])
def test_an_object_may_not_use_what_only_tests_define_nor_take_over_names(room, defined, wanted, wrongs):
    names = {"tests": {"Unity", "UnityFail"}, "libraries": {"strcmp", "memcpy", "_Znwm"}}
    found = room("symbols").compared({"defined": ["f", *defined], "wanted": wanted}, {"defined": ["f"], "wanted": []}, names)
    assert len(found) == wrongs


def test_whatever_a_compiler_reads_is_watched(room, tmp_path):
    sources = room("sources")
    for name in ("a.c", "a.h", "Makefile", "data.txt"):
        (tmp_path / name).write_text("before")
    before = sources.snapshot(str(tmp_path))
    for name in ("a.h", "data.txt", "new.c"):
        (tmp_path / name).write_text("after")
    (tmp_path / "Makefile").unlink()
    assert sources.changed(before, str(tmp_path)) == ["Makefile", "a.h", "new.c"]


@pytest.mark.parametrize(("said", "kind", "line"), [
    ("/repo/src/calc.c:7:3: error: 'x' undeclared", "compile error", 7),
    ("calc.c:9: fatal error: no.h: No such file", "compile error", 9),
    ("tests/t.c:3:1: error: wrong", "compile error", None),
    ("ld: t.o: in function `main': undefined reference to `sum'", "missing symbol", None),
])
def test_a_failed_build_says_what_and_where(room, said, kind, line):
    fault = room("programs").failure(said, "src/calc.c")
    assert (fault.kind, fault.line) == (kind, line)


@pytest.mark.parametrize("error", ["src/calc.c:7:3: error: 'x' undeclared", "/usr/bin/ld: t.o: undefined reference to `sum'"])
def test_a_failed_build_is_told_from_its_first_error_on(room, error):
    warnings = "src/calc.c:3:1: warning: unused\n" * 200
    assert str(room("programs").failure(f"{warnings}{error}\nmake: Error 1\n", "src/calc.c")) == f"{error}\nmake: Error 1"


HEADER = "--- a/calc.h\n+++ b/calc.h\n@@ -1 +1,2 @@\n int add(int a, int b);\n+#define %s 1\n"


@pytest.mark.parametrize(("name", "wrongs"), [("main", 1), ("check", 1), ("NDEBUG", 1), ("CALC_LIMIT", 0), ("min", 0)])
def test_a_patch_may_define_new_names_but_none_that_tests_mean_something_by(room, tmp_path, name, wrongs):
    for path, text in {
        "calc.h": HEADER % name, "more.h": '#include "calc.h"\n', "other.c": '#include "calc.h"\n#define min(a, b) a\n',
        "tests/check.h": "#define check(right) if (!(right)) return 1\n",
        "tests/test_add.c": '#include "../more.h"\n#include "check.h"\nint main(void) { check(add(1, 2) == CALC_LIMIT); }\n',
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert len(room("macros").wrongs_of_patch(HEADER % name, str(tmp_path))) == wrongs
