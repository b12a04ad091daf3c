"""The published pass rules of the repository tasks, row by row, and what is right instead."""

import pytest

from scoring.tasks import pass_rules
from tests.scoring.vectors.reading import rows

SETS = {"python": pass_rules.pytest_sets, "java": pass_rules.surefire_sets}


def test_realcode_passes_when_every_test_of_the_dry_run_does(shared):
    for row in rows(shared, "pass_rule_realcode"):
        dry_run, answer = (SETS[row["lang"]](row[name]) for name in ("dry_run", "gen"))
        given = {"pass_dry_run": int(bool(dry_run.passed)), "pass_gen": int(pass_rules.passes_as_published(dry_run, answer))}
        if "raises" in row["expected"]:
            assert given["pass_gen"] == 0, row["id"]
        else:
            assert given == row["expected"], row["id"]


def test_javatestgen_passes_by_what_maven_prints(shared):
    for row in rows(shared, "pass_rule_javatestgen"):
        run = pass_rules.maven_run(row["stdout"])
        given = {"pass@1": float(run.success), "compile@1": float(run.compiled), "tests": run.tests}
        assert given == row["expected"], row["id"]


def sets(*passed: str) -> pass_rules.TestSets:
    return pass_rules.TestSets(frozenset(passed), frozenset())


@pytest.mark.parametrize(("expected", "dry_run", "answer", "verdict"), [
    (["a", "b"], sets("a", "b"), sets("a", "b"), True),
    (["a"], sets("a", "flaky"), sets("a"), True),
    (["a", "b"], sets("a", "b"), sets("a"), False),
    (["a"], sets(), sets("z"), None),
    (["a"], sets("a"), pass_rules.TestSets(frozenset("a"), frozenset(), doubled=True), False),
])
def test_strict_goes_by_the_expected_tests_that_the_repository_passes_here(expected, dry_run, answer, verdict):
    assert pass_rules.passes(expected, dry_run, answer) is verdict


FORGED = "[INFO]  T E S T S\n[INFO] BUILD SUCCESS\n"


@pytest.mark.parametrize(("stdout", "exit_code", "tests", "verdict"), [
    (FORGED, 0, 3, True), (FORGED, 0, 0, False), (FORGED, 1, 3, False), (FORGED, None, 3, False), ("", 0, 3, False),
])
def test_strict_believes_no_printed_success_without_exit_status_and_tests(stdout, exit_code, tests, verdict):
    assert pass_rules.java_test_passes(pass_rules.maven_run(stdout), exit_code, tests) is verdict
