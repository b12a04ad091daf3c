"""From what the room reports of a repository's tests to a verdict.

The report's shape is in sandboxes/README.md; what of it can be believed is the room's business, and `flags` say where it
could not. Ids of tests are those of the baseline.
"""

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.counting import counted
from scoring.outcome import Outcome
from scoring.repository.environment import TOOLS
from scoring.verdict import COMPILE_ERROR, PASSED, RUNTIME_ERROR, UNSCORED, WRONG_ANSWER, Verdict, stopped_verdict

_BUILD_ERRORS = ("missing symbol", "compile error", "link error")
REQUIRED_FAILED = "a required test failed"
NO_TESTS_TO_GO_BY = Verdict(UNSCORED, "the environment passes none of the tests that the sample asks for")


@dataclass(frozen=True)
class Run:
    """A report, read: ids that passed and never failed, ids that failed, ids that came twice."""

    report: Mapping[str, Any]

    @property
    def passed(self) -> frozenset[str]:
        return frozenset(self._tests("passed")) - self.failed

    @property
    def unnamed(self) -> frozenset[str]:
        """Tests that passed with sub-tests, whose outcome pytest calls something else than "passed": the published rule
        overlooks them, in the untouched repository as well."""
        return frozenset(self._tests("subtests"))

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(self._tests("failed"))

    @property
    def doubled(self) -> frozenset[str]:
        return frozenset(self._tests("doubled"))

    @property
    def ran(self) -> int:
        return self.report.get("ran") or 0

    @property
    def flags(self) -> list[str]:
        return list(self.report.get("flags") or ())

    @property
    def statuses(self) -> dict[str, int]:
        """The exit status of each step that ran."""
        return {step: status for step, status in (self.report.get("statuses") or {}).items() if status is not None}

    def _tests(self, which: str) -> list[str]:
        return (self.report.get("tests") or {}).get(which) or []


def unfinished(outcome: Outcome) -> Verdict | None:
    """The verdict of a run that limits, a crash or a compile error ended before its tests count; None for others."""
    if (stopped := stopped_verdict(outcome)) is not None:
        return stopped
    report = outcome.report
    if report is None or outcome.exit_code != 0:
        return Verdict(RUNTIME_ERROR, "the run ended before it could report")
    if report["phase"] != "compile":
        return None
    error = report.get("error") or {}
    if error.get("type") == "PatchError":
        return Verdict(WRONG_ANSWER, f"the patch does not apply: {error.get('message') or 'it names no place'}")
    return Verdict(COMPILE_ERROR, f"the answer does not build: {_name_of(error)}")


def _name_of(error: Mapping[str, Any]) -> str:
    """The kind of error, where it is a known one, and its line: an answer may choose other names to carry text out."""
    kind, line = str(error.get("type")), error.get("line")
    found = getattr(builtins, kind, None)
    known = kind in _BUILD_ERRORS or (isinstance(found, type) and issubclass(found, BaseException))
    return (kind if known else "an error of its own") + (f" in line {line}" if type(line) is int else "")


def by_tests(outcome: Outcome, required: frozenset[str], tool: str) -> Verdict:
    """`strict`: nothing was tampered with, the run is complete, its exit statuses fit, and every required test passed, once."""
    run = Run(outcome.report or {})
    if run.flags:
        return flagged(Verdict(WRONG_ANSWER, "the answer tampers with the tests"), run)
    if (verdict := unfinished(outcome)) is not None:
        return verdict
    if not required:
        return NO_TESTS_TO_GO_BY
    return _counted(_by_required(run, required) or _by_statuses(run, tool) or Verdict(PASSED), run, required)


def _by_required(run: Run, required: frozenset[str]) -> Verdict | None:
    if required & run.failed:
        return Verdict(WRONG_ANSWER, REQUIRED_FAILED)
    if run.report["phase"] != "done":
        return Verdict(RUNTIME_ERROR, "the run ended before its tests did")
    if run.report.get("stopped"):
        return Verdict(WRONG_ANSWER, REQUIRED_FAILED)
    if run.ran == 0:
        return Verdict(WRONG_ANSWER, "no test ran")
    if required & run.doubled:
        return Verdict(WRONG_ANSWER, "a required test was reported twice")
    return None if required <= run.passed else Verdict(WRONG_ANSWER, "a required test is missing")


def _by_statuses(run: Run, tool: str) -> Verdict | None:
    """Statuses must be 0; where tests failed that nobody requires, the tool's own word for that is right as well."""
    accepted = {0, TOOLS[tool]} if run.failed else {0}
    tests = {step: status for step, status in run.statuses.items() if step != "build"}
    if not tests:
        return Verdict(RUNTIME_ERROR, "the run ended without an exit status")
    wrong = [status for step, status in run.statuses.items() if status not in (accepted if step in tests else {0})]
    return Verdict(RUNTIME_ERROR, f"the tests ended with status {wrong[0]} though none failed") if wrong else None


def by_new_failures(outcome: Outcome, known: frozenset[str], tool: str) -> Verdict:
    """For a patch of which nobody knows yet which tests it is judged by: the run is complete and sound, something passed, and
    nothing failed but `known`, tests that fail without it too."""
    run = Run(outcome.report or {})
    if run.flags:
        return flagged(Verdict(WRONG_ANSWER, "the answer tampers with the tests"), run)
    if (verdict := unfinished(outcome)) is not None:
        return verdict
    if run.failed - known or not run.passed:
        return Verdict(WRONG_ANSWER, "a test failed" if run.failed - known else "no test passed")
    return _by_required(run, run.passed) or _by_statuses(run, tool) or Verdict(PASSED)


def by_baseline(outcome: Outcome, baseline: frozenset[str]) -> Verdict:
    """RealCode and RealCodeJava as published: some test passed, and all that pass in the untouched repository did. Fails
    where any id came twice. Exit statuses and who wrote the report do not count; the flags are told."""
    run = Run(outcome.report or {})
    if (verdict := unfinished(outcome)) is None:
        verdict = _counted(_by_superset(run, baseline), run, baseline)
    return flagged(verdict, run)


def _by_superset(run: Run, baseline: frozenset[str]) -> Verdict:
    if baseline & run.failed or run.report.get("stopped"):
        return Verdict(WRONG_ANSWER, REQUIRED_FAILED)
    if run.report["phase"] != "done":
        return Verdict(RUNTIME_ERROR, "the run ended before its tests did")
    if run.doubled:
        return Verdict(WRONG_ANSWER, "a test was reported twice")
    if not run.passed - run.unnamed:
        return Verdict(WRONG_ANSWER, "no test passed")
    return Verdict(PASSED) if baseline <= run.passed else Verdict(WRONG_ANSWER, "a required test is missing")


def by_status(outcome: Outcome) -> Verdict:
    """YABLoCo as published: the exit status of the tests decides, whatever ran."""
    run = Run(outcome.report or {})
    if (verdict := unfinished(outcome)) is None:
        good = bool(run.statuses) and not any(run.statuses.values()) and run.report["phase"] == "done"
        verdict = Verdict(PASSED) if good else Verdict(WRONG_ANSWER, "the tests ended with a failing status")
    return flagged(verdict, run)


def by_generated_tests(outcome: Outcome) -> Verdict:
    """A generated test class under `strict`: it compiled, at least one test ran, all passed, and the exit status says so."""
    run = Run(outcome.report or {})
    compiled = run.report.get("compiled") is True
    if run.flags:
        verdict = Verdict(WRONG_ANSWER, "the answer tampers with the tests")
    else:
        verdict = unfinished(outcome) or _by_all(run)
    return flagged(replace(verdict, scores={"compiled": compiled}), run)


def _by_all(run: Run) -> Verdict:
    if run.report["phase"] != "done":
        return Verdict(RUNTIME_ERROR, "the run ended before its tests did")
    if run.failed:
        return Verdict(WRONG_ANSWER, "a generated test failed")
    if run.ran == 0 or not run.passed:
        return Verdict(WRONG_ANSWER, "no test ran")
    if not run.statuses or any(run.statuses.values()):
        return Verdict(RUNTIME_ERROR, "the tests ended with a failing status though none failed")
    return Verdict(PASSED)


def by_maven_lines(outcome: Outcome) -> Verdict:
    """JavaTestGen as published: Maven's lines say whether the class compiled and passed, whatever ran and whoever prints."""
    run = Run(outcome.report or {})
    marks = run.report.get("stdout_marks") or {}
    verdict = stopped_verdict(outcome)
    if verdict is None and marks.get("success"):
        verdict = Verdict(PASSED)
    verdict = verdict or unfinished(outcome) or Verdict(WRONG_ANSWER, "Maven did not print that the build succeeded")
    return flagged(replace(verdict, scores={"compiled": bool(marks.get("tests"))}), run)


def with_scores(verdict: Verdict, outcome: Outcome, lists: Mapping[str, frozenset[str]]) -> Verdict:
    """The verdict with how many of each list of tests passed: name -> [passed, total], and in the reason of a failure."""
    passed = Run(outcome.report or {}).passed
    counts = {name: [len(tests & passed), len(tests)] for name, tests in lists.items()}
    said = ", ".join(f"{name} {got} of {total}" for name, (got, total) in counts.items())
    reason = f"{verdict.reason} ({said})" if verdict.name == WRONG_ANSWER else verdict.reason
    return replace(verdict, reason=reason, scores={**(verdict.scores or {}), **counts})


def flagged(verdict: Verdict, run: Run) -> Verdict:
    """The verdict with what the room found to be wrong with the report, which the published rules do not look at."""
    return replace(verdict, scores={**(verdict.scores or {}), "flags": run.flags}) if run.flags else verdict


def _counted(verdict: Verdict, run: Run, required: frozenset[str]) -> Verdict:
    """The verdict with how many required tests passed: unknown where the run was stopped, for the others never ran."""
    if run.report.get("stopped"):
        stopped = f"the run stopped there, after {counted(run.ran, 'test')} (./assay score --full runs them all)"
        reason = f"{verdict.reason}; {stopped}" if verdict.reason else ""
        return replace(verdict, reason=reason, tests_total=len(required))
    return replace(verdict, tests_passed=len(required & run.passed), tests_total=len(required))
