"""When an answer to a repository task counts as passed: the published rules, and what is right instead.

RealCode and RealCodeJava compare sets of passed tests, JavaTestGen reads Maven's output. Tests are named by their full id.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_FAILED_IN_JAVA = ("failure", "error", "system-error")


@dataclass(frozen=True)
class TestSets:
    """Ids of the tests that passed and that failed. `doubled`: one id came twice, which the published scorer dies of."""

    passed: frozenset[str]
    failed: frozenset[str]
    doubled: bool = False


@dataclass(frozen=True)
class MavenRun:
    """What a Maven run's standard output says. All of it can be forged by the tests that print."""

    success: bool
    compiled: bool
    tests: int


def pytest_sets(run: Mapping[str, Any]) -> TestSets:
    """From `{"report": {"tests": [{"nodeid", "outcome"}]}}`; a run that timed out has neither part. Skipped is not passed."""
    tests = (run.get("report") or {}).get("tests") or ()
    return _sets((test["nodeid"], test["outcome"] == "passed") for test in tests)


def surefire_sets(run: Mapping[str, Any]) -> TestSets:
    """From `{"parser_xml": [{"class_name", "passed": [...], "failure": [...], ...}]}`; skipped tests are in neither set."""
    suites = run.get("parser_xml") or ()
    passed = [(f"{suite['class_name']} {name}", True) for suite in suites for name in suite.get("passed", ())]
    failed = [(f"{suite['class_name']} {name}", False)
              for suite in suites for kind in _FAILED_IN_JAVA for name in suite.get(kind, ())]
    return _sets(passed + failed)


def _sets(tests: Iterable[tuple[str, bool]]) -> TestSets:
    seen = list(tests)
    names = [name for name, _ in seen]
    return TestSets(frozenset(name for name, passed in seen if passed), frozenset(name for name, passed in seen if not passed),
                    doubled=len(set(names)) < len(names))


def passes_as_published(dry_run: TestSets, answer: TestSets) -> bool:
    """`mera-1`: some test passed, and every test that passed in the untouched repository. False where an id came twice.

    An untouched repository in which nothing passes thus lets any passing test count as success.
    """
    if dry_run.doubled or answer.doubled:
        return False
    return bool(answer.passed) and dry_run.passed <= answer.passed


def passes(expected: Collection[str], dry_run: TestSets, answer: TestSets) -> bool | None:
    """`strict`: every expected test (PASS_TO_PASS) that the untouched repository passes here passes. None when that leaves
    no test to go by: then the environment is at fault, and the answer must not pay for it."""
    wanted = frozenset(expected) & dry_run.passed
    if not wanted:
        return None
    return not answer.doubled and wanted <= answer.passed


def maven_run(stdout: str) -> MavenRun:
    """What the lines of Maven's output say, read as the published scorer does; the last `Tests run` line counts."""
    lines = stdout.split("\n")
    counts = [_count(line) for line in lines if line.startswith("[INFO] Tests run:")]
    return MavenRun(
        success=any(line.startswith("[INFO] BUILD SUCCESS") for line in lines),
        compiled=any(line.startswith("[INFO]  T E S T S") for line in lines),
        tests=next((count for count in reversed(counts) if count is not None), 0),
    )


def _count(line: str) -> int | None:
    text = line.partition(":")[2].partition(",")[0].strip()
    return int(text) if text.isdecimal() else None


def java_test_passes(run: MavenRun, exit_code: int | None, tests_run: int) -> bool:
    """`strict` for JavaTestGen: Maven succeeded by its exit status and at least one test ran by its report files. Printed
    lines, which are all that `mera-1` looks at (`run.success`), are no evidence alone."""
    return exit_code == 0 and tests_run > 0 and run.success
