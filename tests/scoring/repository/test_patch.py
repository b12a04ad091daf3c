"""Diffs: what is read, where they apply, and what of an answer's diff counts."""

import pytest

from scoring.benchmark import Sample
from scoring.case import Case
from scoring.extract.unified_diff import extract
from scoring.generation import Generation
from scoring.report import AttemptResult, build_content
from scoring.repository import steering
from scoring.repository.diff import Change, PatchError, parse, patched
from scoring.tasks import repo_patch
from tests.scoring.making import benchmark_of
from tests.scoring.repository.making import ran, task_of

TEXT = "one\ntwo\nthree\nfour\nfive\n"
FILES = {"m.py": TEXT, "no-end.txt": "one\ntwo", "crlf.txt": "one\r\ntwo\r\n"}


def diff(path: str, *lines: str, head: str = "@@ -1,5 +1,5 @@") -> str:
    return "\n".join((f"--- a/{path}", f"+++ b/{path}", head, *lines)) + "\n"


RIGHT = diff("m.py", " one", "-two", "+TWO", " three", " four", " five")
APPLIES = {
    "as it stands": (RIGHT, {"m.py": Change("one\nTWO\nthree\nfour\nfive\n")}),
    "prose around it": (f"I changed it:\n\n{RIGHT}\nThat is all.\n", {"m.py": Change("one\nTWO\nthree\nfour\nfive\n")}),
    "no prefixes": (RIGHT.replace("a/", "").replace("b/", ""), {"m.py": Change("one\nTWO\nthree\nfour\nfive\n")}),
    "names that begin with the folder itself": (
        RIGHT.replace("a/", "./").replace("b/", "./"), {"m.py": Change("one\nTWO\nthree\nfour\nfive\n")}),
    "times behind the names": (RIGHT.replace("m.py\n", "m.py\t2024-01-01 00:00:00\n"),
                               {"m.py": Change("one\nTWO\nthree\nfour\nfive\n")}),
    "line ends of another system": (RIGHT.replace("\n", "\r\n"), {"m.py": Change("one\nTWO\nthree\nfour\nfive\n")}),
    "an empty line of context without its space": (
        diff("gap.txt", " a", "", "-b", "+B", head="@@ -1,3 +1,3 @@"), {"gap.txt": Change("a\n\nB\n")}),
    "it moved": (diff("m.py", " three", "-four", "+4", head="@@ -1,2 +1,2 @@"), {"m.py": Change("one\ntwo\nthree\n4\nfive\n")}),
    "context that differs at its ends": (
        diff("m.py", " ONE", "-two", "+2", " three", " 4", head="@@ -1,4 +1,4 @@"),
        {"m.py": Change("one\n2\nthree\nfour\nfive\n")}),
    "two hunks, the second moved by the first": (
        "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,3 @@\n one\n+1b\n two\n@@ -4,2 +5,2 @@\n four\n-five\n+5\n",
        {"m.py": Change("one\n1b\ntwo\nthree\nfour\n5\n")}),
    "no context at all": (diff("m.py", "+0", head="@@ -0,0 +1 @@"), {"m.py": Change("0\n" + TEXT)}),
    "a file that lacks its last line feed": (
        diff("no-end.txt", " one", "-two", "\\ No newline at end of file", "+2", head="@@ -1,2 +1,2 @@"),
        {"no-end.txt": Change("one\n2\n")}),
    "a line after one without a feed": (
        diff("no-end.txt", " one", " two", "+three", head="@@ -1,2 +1,3 @@"), {"no-end.txt": Change("one\ntwo\nthree\n")}),
    "carriage returns are content": (
        diff("crlf.txt", "-one\r", "+1\r", " two\r", head="@@ -1,2 +1,2 @@"), {"crlf.txt": Change("1\r\ntwo\r\n")}),
    "a new file": ("--- /dev/null\n+++ b/new/x.sh\n@@ -0,0 +1 @@\n+hi\n", {"new/x.sh": Change("hi\n")}),
    "a new file that can be run": (
        "diff --git a/x.sh b/x.sh\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/x.sh\n@@ -0,0 +1 @@\n+hi\n",
        {"x.sh": Change("hi\n", executable=True)}),
    "a new empty file": ("diff --git a/e b/e\nnew file mode 100644\nindex 0..e69\n", {"e": Change("", executable=False)}),
    "a deleted file": (
        "diff --git a/no-end.txt b/no-end.txt\ndeleted file mode 100644\n--- a/no-end.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n"
        "-one\n-two\n\\ No newline at end of file\n", {"no-end.txt": Change(None)}),
    "a renamed file": ("diff --git a/m.py b/n.py\nsimilarity index 100%\nrename from m.py\nrename to n.py\n",
                       {"m.py": Change(None), "n.py": Change(TEXT)}),
    "a name that git quotes": (
        'diff --git "a/gr\\303\\274n" "b/gr\\303\\274n"\n--- "a/gr\\303\\274n"\n+++ "b/gr\\303\\274n"\n@@ -1 +1 @@\n-a\n+b\n',
        {"grün": Change("b\n")}),
}
REFUSED = {
    "no such file": (diff("none.py", "-a", "+b", head="@@ -1 +1 @@"), "none.py, line 1 of the diff: there is no such file"),
    "other lines": (diff("m.py", "-deux", "+2", head="@@ -2 +2 @@"), "m.py, line 3 of the diff: the hunk does not apply"),
    "too few lines": (diff("m.py", " one", "-two"), "line 3 of the diff: the hunk ends before its lines do"),
    "wrong counts": (diff("m.py", " one", "-two", "-three", " four", head="@@ -1,2 +1,1 @@"),
                     "line 6 of the diff: the hunk has other lines than its head counts"),
    "out of the tree": (RIGHT.replace("b/m.py", "b/../m.py"), "line 2 of the diff: its name leads out of the tree"),
    "an absolute name": (RIGHT.replace("b/m.py", "/etc/passwd"), "line 2 of the diff: its name leads out of the tree"),
    "into git's own folder": (RIGHT.replace("b/m.py", "b/.git/config"), "line 2 of the diff: its name leads out of the tree"),
    "a link": ("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n",
               "line 2 of the diff: it makes or changes what is no plain file"),
    "bytes": ("diff --git a/b.png b/b.png\nGIT binary patch\nliteral 3\n", "line 2 of the diff: binary patches cannot be"
              " applied"),
    "a new file that is there": ("--- /dev/null\n+++ b/m.py\n@@ -0,0 +1 @@\n+x\n", "m.py, line 1 of the diff: the file is"
                                 " there already"),
}


@pytest.mark.parametrize("name", APPLIES)
def test_a_diff_makes_the_files_that_patch_would(name):
    text, made = APPLIES[name]
    assert patched({**FILES, "gap.txt": "a\n\nb\n", "grün": "a\n"}.get, parse(text)) == made


@pytest.mark.parametrize("name", REFUSED)
def test_a_diff_that_does_not_apply_says_where(name):
    text, said = REFUSED[name]
    with pytest.raises(PatchError, match=said.replace(".", r"\.") + "$"):
        patched(FILES.get, parse(text))


def test_a_file_may_be_changed_twice():
    again = diff("m.py", " one", "-TWO", "+zwei", head="@@ -1,2 +1,2 @@")
    assert patched(FILES.get, parse(RIGHT + again))["m.py"].text.startswith("one\nzwei\n")


@pytest.mark.parametrize("reply", [
    RIGHT, f"```diff\n{RIGHT}```", f"Here:\n~~~\n{RIGHT}~~~\nDone.",
    f"First\n```python\nx = 1\n```\nthen\n```patch\n{RIGHT}```\n", f"```diff\n{RIGHT}", f"Prose first.\n{RIGHT}",
])
def test_the_diff_of_a_reply_is_found(reply):
    assert parse(extract(reply))[0].hunks == parse(RIGHT)[0].hunks


def test_a_fence_inside_a_changed_file_is_text():
    inner = diff("r.md", " ```", "-a", "+b", " ```", head="@@ -1,3 +1,3 @@")
    assert extract(f"```diff\n{inner}```\n") == inner


# The kind

GOLD = RIGHT
TEST_PATCH = diff("tests/t.py", "-assert 1", "+assert 2", head="@@ -1 +1 @@")
IDS = {"FAIL_TO_PASS": ["tests/t.py::new"], "PASS_TO_PASS": "['tests/t.py::old', 'tests/u.py::other']"}
SAMPLE = Sample("1", meta={"id": 1, "environment": "env", "patch": GOLD, "test_patch": TEST_PATCH, **IDS})


def planned(reply: str, **proof):
    task = task_of(SAMPLE, kind="repo-patch", **proof)
    assert repo_patch.check(task) == []
    return repo_patch.plan(task, SAMPLE, Generation("T", "1", 0, output=reply), "strict")


def test_a_patch_becomes_a_case_with_the_test_patch_beside_it():
    case = planned(f"```diff\n{RIGHT}```")
    assert isinstance(case, Case) and case.payload["test_patch"] == TEST_PATCH
    assert parse(case.payload["patch"])[0].hunks == parse(RIGHT)[0].hunks
    assert case.payload["required"] == ["tests/t.py::new", "tests/t.py::old", "tests/u.py::other"]
    assert case.payload["full"]  # else the counts of both lists would depend on which test failed first


@pytest.mark.parametrize("path", ["tests/t.py", "tests/u.py", "conftest.py", "tests/conftest.py", "pytest.ini", "setup.cfg",
                                  "tox.ini", "pyproject.toml", "sitecustomize.py", "x.pth", "tests/helpers.py",
                                  "tests/data/expected.txt", "tests", "tests/t.py/x",
                                  "tests/./t.py", "./tests/u.py"])
def test_tests_and_what_steers_them_stay_as_they_are(path):
    case = planned(RIGHT + f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n")
    assert [patch.name for patch in parse(case.payload["patch"])] == ["m.py"]
    verdict = planned(f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n")
    assert verdict.name == "WRONG_ANSWER" and "nothing but tests" in verdict.reason


@pytest.mark.parametrize("path", ["src/test/client.py", "test/client.py", "testing.py"])
def test_code_in_a_folder_that_is_only_called_like_tests_may_change(path):
    case = planned(f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n")
    assert [patch.name for patch in parse(case.payload["patch"])] == [path]


@pytest.mark.parametrize(("language", "path"), [("c", "tests/minunit.h"), ("cpp", "test/main.cpp"), ("c", "src/test_list.c"),
                                                ("c", "build/build.ninja"), ("cpp", "b/CMakeFiles/t.dir/link.txt"),
                                                ("java", "src/test/java/Help.java"), ("go", "list_test.go"),
                                                ("go", "vendor/example.org/assert/assert.go"), ("go", "vendor/modules.txt")])
def test_where_ids_name_no_files_custom_says_what_tests_are(language, path):
    patches = parse(f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n")
    assert steering.allowed(patches, language, (), ()) == []
    assert steering.allowed(patches, language, (path,), ()) == patches


@pytest.mark.parametrize(("reply", "name", "said"), [
    ("", "NO_ANSWER", "is empty"), ("I would change m.py.", "WRONG_ANSWER", "changes nothing"),
    (REFUSED["wrong counts"][0], "WRONG_ANSWER", "m.py, line 6 of the diff"),
])
def test_what_is_no_patch_is_judged_without_a_run(reply, name, said):
    verdict = planned(reply)
    assert verdict.name == name and said in verdict.reason


def test_both_lists_are_counted_apart():
    outcome = ran(("tests/t.py::old", "tests/u.py::other"), ("tests/t.py::new",), rest=1)
    verdict = repo_patch.judge(task_of(SAMPLE, kind="repo-patch"), SAMPLE, outcome, "strict")
    assert verdict.name == "WRONG_ANSWER"
    assert verdict.scores == {"fail_to_pass": [0, 1], "pass_to_pass": [2, 2]}
    assert verdict.reason == "a required test failed (fail_to_pass 0 of 1, pass_to_pass 2 of 2)"


def test_the_report_adds_them_up():
    task, outcome = task_of(SAMPLE, kind="repo-patch"), ran(("tests/t.py::old", "tests/u.py::other"), ("tests/t.py::new",))
    verdict = repo_patch.judge(task, SAMPLE, outcome, "strict")
    content = build_content(benchmark_of(task), "strict", [AttemptResult("T", "1", 0, verdict)])
    assert content["tasks"]["T"]["tests"] == {"fail_to_pass": [0, 1], "pass_to_pass": [2, 2]}


WITHOUT_LISTS = Sample("1", meta={name: value for name, value in SAMPLE.meta.items() if name not in IDS})


@pytest.mark.parametrize(("outcome", "name"), [
    (ran(("t::a", "t::new")), "PASSED"), (ran(("t::a",), ("t::new",), rest=1), "WRONG_ANSWER"),
    (ran(("t::a",), ("t::shaky",), rest=1), "PASSED"), (ran(), "WRONG_ANSWER"), (ran(("t::a",), rest=3), "RUNTIME_ERROR"),
    (ran(("t::a",), phase="run"), "RUNTIME_ERROR"),
])
def test_without_lists_the_proof_goes_by_failures_that_the_untouched_tree_does_not_have(outcome, name):
    task = task_of(WITHOUT_LISTS, kind="repo-patch", stable=("t::a", "t::gone"), flaky=("t::shaky",))
    task.settings["lock"]["samples"] = {}
    assert repo_patch.check(task) == []
    assert repo_patch.judge(task, WITHOUT_LISTS, outcome, "strict").name == name


def test_without_lists_the_proof_makes_them():
    task = task_of(WITHOUT_LISTS, kind="repo-patch", first=["t::new"], stable=("t::a",))
    task.settings["lock"]["samples"]["T"]["1"]["stable"] = ["t::a", "t::new"]
    verdict = repo_patch.judge(task, WITHOUT_LISTS, ran(("t::a", "t::new")), "strict")
    assert verdict.passed and verdict.scores == {"fail_to_pass": [1, 1], "pass_to_pass": [1, 1]}
    assert not repo_patch.judge(task, WITHOUT_LISTS, ran(("t::a",)), "strict").passed


def test_a_test_that_is_not_stable_with_the_reference_patch_is_not_required():
    task = task_of(SAMPLE, kind="repo-patch", stable=("tests/t.py::new", "tests/t.py::old"))
    task.settings["lock"]["samples"]["T"]["1"]["stable"] = ["tests/t.py::new", "tests/t.py::old"]
    verdict = repo_patch.judge(task, SAMPLE, ran(("tests/t.py::new", "tests/t.py::old")), "strict")
    assert verdict.passed and verdict.scores == {"fail_to_pass": [1, 1], "pass_to_pass": [1, 1]}
