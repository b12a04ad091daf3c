"""Small Java repositories with hostile and honest answers, one folder each under cases/repo-java, in real containers."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.verdict import PASSED
from tests.sandboxes.rooms import CASES
from workers.sandbox import selftest
from workers.sandbox.contract import Sandbox

FOLDER = CASES / "repo-java"
ROOM_CASES = selftest.load(FOLDER, "repo-java")
DESCRIBED = {case.name: tomllib.loads((FOLDER / case.name / "case.toml").read_text("utf-8")) for case in ROOM_CASES}
BY_NAME = {case.name: case for case in ROOM_CASES}


@pytest.fixture(scope="module")
def room(sandboxes, slot) -> Iterator[Sandbox]:
    build_images(["sandbox-repo-java"], print)
    with sandboxes.open("repo-java", slot, {"assay.lease": "room-test"}, Limits()) as sandbox:
        yield sandbox


@pytest.mark.parametrize("case", ROOM_CASES, ids=lambda case: case.name)
def test_a_case_gets_its_verdict(room, case):
    outcome = room.run(case.case)
    assert case.judge(outcome) == case.verdict, outcome
    flags = (outcome.report or {}).get("flags", [])
    assert bool(flags) == DESCRIBED[case.name].get("flagged", False), outcome.report


def test_lines_of_maven_that_tests_print_count_where_the_published_rule_reads_them_and_are_flagged(room):
    report = room.run(BY_NAME["cheat-hand-written-surefire-report"].case).report
    assert report["stdout_marks"]["success"]
    assert any("lines of Maven" in flag for flag in report["flags"])


@pytest.mark.parametrize("full", [False, True])
def test_what_runs_first_changes_no_verdict(room, full):
    case = BY_NAME["honest-passes"]
    right = replace(case.case, payload={**case.case.payload, "full": full})
    wrong = replace(right, program=right.program.replace("a + b", "a - b"))
    assert case.judge(room.run(right)) == PASSED
    report = room.run(wrong).report
    assert report["tests"]["failed"] == ["org.example.CalcTest sum"]
    assert report["stopped"] is not full
    assert report["ran"] == (2 if full else 1)


def test_a_test_that_writes_to_standard_error_is_told_apart(room):
    """One published rule takes it for failed."""
    report = room.run(BY_NAME["honest-prints-to-both"].case).report
    assert report["tests"]["subtests"] == ["org.example.CalcTest sum"]


@pytest.mark.parametrize(("test", "counted"), [("@Test", 1), ("", 0)], ids=["one-test", "no-test"])
def test_only_the_named_test_file_runs(room, test, counted):
    path = "src/test/java/org/example/NewTest.java"
    text = ("package org.example;\n\nimport org.junit.Test;\n\n"
            f"public class NewTest {{\n    {test} public void one() {{ }}\n}}\n")
    calc = BY_NAME["honest-passes"]
    payload = {**calc.case.payload, "target": path, "only": [path], "first": [], "required": [],
               "files": {**calc.case.payload["files"], "src/main/java/org/example/Calc.java": calc.case.program}}
    report = room.run(replace(calc.case, program=text, payload=payload)).report
    assert (report["phase"], report["ran"], report["flags"]) == ("done", counted, [])
    assert report["stdout_marks"] == {"tests": True, "success": True}


@pytest.mark.parametrize(("head", "body", "tests"), [
    ("public abstract class NewTest", "", True), ("class Unnamed", "", False),
    ("public class NewTest", "{ System.exit(0); }", True)], ids=["abstract", "under-another-name", "exit"])
def test_a_class_in_which_nothing_runs_is_told_as_maven_tells_it(room, head, body, tests):
    """Surefire passes over abstract classes, and prints its heading where it finds a class, whatever comes of that."""
    path, calc = "src/test/java/org/example/NewTest.java", BY_NAME["honest-passes"]
    text = f"package org.example;\n\n{head} {{\n    @org.junit.Test public void one() {{ {body} }}\n}}\n"
    payload = {**calc.case.payload, "target": path, "only": [path], "first": [], "required": [],
               "files": {**calc.case.payload["files"], "src/main/java/org/example/Calc.java": calc.case.program}}
    report = room.run(replace(calc.case, program=text, payload=payload)).report
    assert (report["ran"], report["flags"]) == (0, [])
    assert report["stdout_marks"] == {"tests": tests, "success": not body}


def test_the_room_passes_its_own_self_test(sandboxes):
    build_images(["sandbox-repo-java"], print)
    sandboxes.check("repo-java")
