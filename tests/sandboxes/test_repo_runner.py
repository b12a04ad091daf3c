"""The parts of the repository rooms that need no container: they are loaded by their path, as rooms are imported by nobody."""

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from types import ModuleType

import pytest

from adapters.settings import ROOT

REPO, SESSION = ROOT / "sandboxes" / "repo", ROOT / "sandboxes" / "repo-python"
PATHS = [str(REPO), str(ROOT / "sandboxes" / "python"), str(SESSION), str(ROOT / "scoring" / "repository")]


@pytest.fixture
def room(monkeypatch) -> Iterator:
    """`room(NAME)`: a module as it would be imported in the image. The names are too common to stay registered."""
    before = dict(sys.modules)
    monkeypatch.setattr(sys, "path", [*PATHS, *sys.path])

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    yield load
    for name in set(sys.modules) - set(before):
        del sys.modules[name]


@pytest.mark.parametrize("path", [REPO / "placing.py", REPO / "tools" / "pytest.py", SESSION / "assay_session" / "wire.py"])
def test_the_examples_of_a_module_hold(path):
    done = subprocess.run([sys.executable, "-m", "doctest", str(path)], capture_output=True, text=True,
                          env={"PYTHONPATH": ":".join(PATHS)}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


class Tool:
    """A tool whose runs end as they are told."""

    def __init__(self, *runs):
        self.runs, self.asked = list(runs), []

    def build(self, job, shell):
        return None

    def run(self, job, shell, wanted, done):
        self.asked.append((wanted, done))
        return self.runs.pop(0)


def report_of(room, tool, **asked):
    job = room("job").Job("tool", **{name: tuple(value) if isinstance(value, list) else value for name, value in asked.items()})
    return room("policy").carry_out(tool, job, None)


def test_a_required_failure_among_the_first_tests_ends_the_case(room):
    tool = Tool(room("job").Ran(passed=["a"], failed=["b"], status=1))
    report = report_of(room, tool, first=["a", "b"], required=["b", "c"])
    assert (report["stopped"], report["statuses"]) == (True, {"build": None, "first": 1, "rest": None})
    assert tool.asked == [({"a", "b"}, set())]


def test_a_failure_that_nobody_requires_ends_nothing(room):
    ran = room("job").Ran
    tool = Tool(ran(passed=["b"], failed=["a"], status=1), ran(passed=["c"], status=0))
    report = report_of(room, tool, first=["a", "b"], required=["b", "c"])
    assert (report["stopped"], report["tests"]["passed"], report["ran"]) == (False, ["b", "c"], 3)
    assert tool.asked[1] == (None, {"a", "b"})


@pytest.mark.parametrize("asked", [{"full": True}, {"mode": "baseline"}])
def test_all_at_once_where_everything_is_asked_for(room, asked):
    tool = Tool(room("job").Ran(passed=["a"], failed=["b"], status=1))
    report = report_of(room, tool, first=["b"], required=["b"], **asked)
    assert not report["stopped"] and tool.asked == [(None, set())]


def test_an_id_that_comes_twice_is_told(room):
    report = report_of(room, Tool(room("job").Ran(passed=["a", "a"], failed=["b"])))
    assert report["tests"]["doubled"] == ["a"]


def test_a_failed_run_is_repeated_as_often_as_the_job_says(room):
    ran = room("job").Ran
    tool = Tool(ran(failed=["a"], status=2), ran(passed=["a"], status=0))
    assert report_of(room, tool, retries=1)["statuses"]["rest"] == 0


def test_what_does_not_build_is_told_with_its_line(room):
    class Broken(Tool):
        def build(self, job, shell):
            raise room("job").BuildFailed("x.c:3: no", 3)

    report = report_of(room, Broken())
    assert (report["phase"], report["error"]["line"], report["compiled"]) == ("compile", 3, False)


DIFF = "--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"


@pytest.mark.parametrize(("patch", "fault"), [
    (DIFF, None), (DIFF.replace("two", "three"), "PatchError"), (DIFF.replace("src/a", "../../a"), "PatchError"),
    (DIFF.replace("src/a.py", "link/a.py"), "PatchError"), (DIFF.replace("a.py", "a.py/b.py"), "PatchError")])
def test_an_answers_patch_applies_inside_the_tree_or_does_not_build(room, tmp_path, patch, fault):
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "a.py").write_bytes(b"one\ntwo\n\xff\n")
    (tree / "link").symlink_to("/")
    try:
        room("placing").place(room("job").Job("pytest", patch=patch), str(tree))
    except room("job").BuildFailed as failed:
        assert failed.kind == fault
    else:
        assert fault is None and (tree / "src" / "a.py").read_bytes() == b"one\n2\n\xff\n"


def test_a_test_patch_that_does_not_apply_is_not_the_answers_fault(room, tmp_path):
    with pytest.raises(ValueError, match="the benchmark's own patch does not apply"):
        room("placing").place(room("job").Job("pytest", test_patch=DIFF), str(tmp_path))


def test_whoever_changes_a_file_that_steers_the_tests_is_seen(room, tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("def test_a():\n    assert 0\n")
    watched = room("placing").Watched(["tests/test_a.py"], str(tmp_path))
    assert watched.changed() == []
    (tmp_path / "tests" / "test_a.py").unlink()
    (tmp_path / "conftest.py").write_text("")
    assert watched.changed() == ["conftest.py", "tests/test_a.py"]


def test_byte_code_that_pytest_would_run_in_a_tests_place_is_watched(room, tmp_path):
    kept = tmp_path / "tests" / "__pycache__"
    kept.mkdir(parents=True)
    (kept / "test_a.cpython-311-pytest-9.2.0.pyc").write_bytes(b"as it was built")
    watched = room("placing").Watched(["tests/test_a.py"], str(tmp_path))
    (kept / "helper.cpython-311.pyc").write_bytes(b"as Python itself writes it")
    assert watched.changed() == []
    for name in ("test_a.cpython-311-pytest-9.2.0.pyc", "test_b.cpython-311-pytest-9.2.0.pyc"):
        (kept / name).write_bytes(b"another one")
    assert len(watched.changed()) == 2


def test_a_patch_reaches_no_file_by_way_of_a_link(room, tmp_path):
    """It would change a test under a name that nobody guards; git refuses such a patch as well."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "m.py").write_text("one\ntwo\n")
    (tmp_path / "other").symlink_to("tests")
    (tmp_path / "m.py").symlink_to("tests/m.py")
    for path in ("m.py", "other/m.py"):
        with pytest.raises(room("job").BuildFailed, match="is a link, or lies beyond one"):
            room("placing").place(room("job").Job("pytest", patch=DIFF.replace("src/a.py", path)), str(tmp_path))
    assert (tmp_path / "tests" / "m.py").read_text() == "one\ntwo\n"


@pytest.mark.parametrize(("text", "claims"), [
    ("PASSED t::a\n", False), ("PASSED t::b\n", True), ("PASSED t::c\n", True), ("PASSED t::d\n", False),
    ("t::b PASSED\n", False)])
def test_output_that_claims_what_is_not_so(room, text, claims):
    tests = {"passed": ["t::a"], "failed": ["t::b"]}
    assert room("keeper").prints_passes(text, tests, ["t::a", "t::c"]) == claims


def test_only_what_was_written_since_then_counts_as_growth(room, tmp_path):
    (tmp_path / "old").write_bytes(bytes(100_000))
    time.sleep(0.1)
    since = time.time()
    time.sleep(0.1)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "new").write_bytes(bytes(200_000))
    assert 200_000 <= room("keeper").written_bytes(str(tmp_path), since, 10**9) < 300_000


def test_folders_too_deep_for_the_kernel_hide_nothing(room, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(20):
        os.mkdir("d" * 250)
        os.chdir("d" * 250)
    assert room("keeper").written_bytes(str(tmp_path), 0, 10**9) > 10**9


def test_a_file_without_a_name_counts_while_it_is_open(room, tmp_path):
    before = room("keeper").nameless_bytes(os.stat(tmp_path).st_dev)
    with open(tmp_path / "gone", "wb") as file:
        file.write(bytes(3_000_000))
        file.flush()
        os.unlink(tmp_path / "gone")
        assert room("keeper").nameless_bytes(os.stat(tmp_path).st_dev) - before >= 2_500_000


def raised(source: str, path) -> BaseException:
    path.write_text(source)
    try:
        exec(compile(source, str(path), "exec"), {"__name__": "target"})
    except BaseException as error:  # noqa: BLE001 - whatever the source raises
        return error
    raise AssertionError("it raises nothing")


@pytest.mark.parametrize(("source", "line"), [("\nx = undefined\n", 2), ("\n\nimport nothing_of_the_name\n", 3)])
def test_a_target_that_cannot_be_loaded_is_to_blame(room, tmp_path, source, line):
    found = room("assay_session.blame").blame(raised(source, tmp_path / "t.py"), str(tmp_path / "t.py"))
    assert found["line"] == line


def test_a_target_that_fails_when_it_is_called_compiles_all_the_same(room, tmp_path):
    namespace: dict = {}
    exec(compile("def f():\n    return undefined\n", str(tmp_path / "t.py"), "exec"), namespace)
    with pytest.raises(NameError) as caught:
        namespace["f"]()
    assert room("assay_session.blame").blame(caught.value, str(tmp_path / "t.py")) is None
