"""Generated test classes: what compiles, what passes, and what only looks so."""

import pytest

from scoring.benchmark import Sample
from scoring.case import Case
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks import repo_testgen
from tests.scoring.repository.making import ran, task_of

FILE = "src/test/java/p/BoxTest.java"
SAMPLE = Sample("1", meta={"id": 1, "environment": "env", "fn_test": FILE,
                           "source_code": "package p;\n\nimport java.util.List;\n\nclass Box {}\n"})
TASK = task_of(SAMPLE, kind="repo-testgen", rule="javatestgen", withheld={FILE: "gold", "src/test/java/p/Other.java": "x"})
GOOD = {"tests": True, "success": True}
BROKEN = {"type": "compile error", "message": "x", "line": 3}

# what happened, strict, whether it compiled; as published, whether it compiled
ROWS = [
    ("it passes", ran(("p.T a",), build=0, stdout_marks=GOOD), "PASSED", True, "PASSED", True),
    ("no test in it", ran(stdout_marks={"tests": False, "success": True}), "WRONG_ANSWER", True, "PASSED", False),
    ("a test fails", ran((), ("p.T a",), rest=1, stdout_marks={"tests": True, "success": False}),
     "WRONG_ANSWER", True, "WRONG_ANSWER", True),
    ("it does not compile", ran(phase="compile", compiled=False, error=BROKEN, stdout_marks={}),
     "COMPILE_ERROR", False, "COMPILE_ERROR", False),
    ("printed success, failed by its status", ran(("p.T a",), rest=1, stdout_marks=GOOD),
     "RUNTIME_ERROR", True, "PASSED", True),
    ("printed success, and nothing ran", ran((), rest=0, stdout_marks=GOOD), "WRONG_ANSWER", True, "PASSED", True),
    ("tampering", ran(("p.T a",), stdout_marks=GOOD, flags=["tampering: report"]), "WRONG_ANSWER", True, "PASSED", True),
    ("it ended in the middle", ran(("p.T a",), phase="run", stdout_marks={"tests": True, "success": False}),
     "RUNTIME_ERROR", True, "WRONG_ANSWER", True),
    ("time", Outcome(timed_out="cpu", signal=9), "TIME_LIMIT", False, "TIME_LIMIT", False),
    ("no report", Outcome(exit_code=0), "RUNTIME_ERROR", False, "RUNTIME_ERROR", False),
]


@pytest.mark.parametrize(("outcome", "strict", "compiled", "published", "said"), [row[1:] for row in ROWS],
                         ids=[row[0] for row in ROWS])
def test_each_report_has_its_verdict(outcome, strict, compiled, published, said):
    for profile, name, wanted in (("strict", strict, compiled), ("mera-1", published, said)):
        verdict = repo_testgen.judge(TASK, SAMPLE, outcome, profile)
        assert (verdict.name, verdict.scores["compiled"]) == (name, wanted), profile


def planned(reply: str, profile: str):
    assert repo_testgen.check(TASK) == []
    return repo_testgen.plan(TASK, SAMPLE, Generation("T", "1", 0, output=reply), profile)


def test_the_class_gets_package_and_imports_and_runs_alone():
    case = planned("Here:\n```java\nclass BoxTest {}\n```", "strict")
    assert isinstance(case, Case) and case.program == "package p;\nimport java.util.List;\nclass BoxTest {}"
    assert (case.payload["target"], case.payload["only"]) == (FILE, [FILE])
    assert case.payload["files"] == {"src/test/java/p/Other.java": "x"}


def test_a_fence_of_another_spelling_counts_under_strict_alone():
    assert "class BoxTest" in planned("```Java\nclass BoxTest {}\n```", "strict").program
    assert "class BoxTest" not in planned("```Java\nclass BoxTest {}\n```", "mera-1").program


def test_nothing_is_no_answer():
    assert planned("", "strict").name == planned(" \n", "mera-1").name == "NO_ANSWER"
