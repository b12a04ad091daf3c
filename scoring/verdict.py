"""The judgement over an Outcome, common to every kind that executes something."""

import builtins
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.outcome import Outcome

PASSED = "PASSED"
WRONG_ANSWER = "WRONG_ANSWER"
COMPILE_ERROR = "COMPILE_ERROR"
RUNTIME_ERROR = "RUNTIME_ERROR"
TIME_LIMIT = "TIME_LIMIT"
MEMORY_LIMIT = "MEMORY_LIMIT"
OUTPUT_LIMIT = "OUTPUT_LIMIT"
NO_ANSWER = "NO_ANSWER"
SCORED = "SCORED"  # neither right nor wrong: the answer has values, such as a similarity to a reference
UNSCORED = "UNSCORED"  # not a verdict on the model: our infrastructure failed

VERDICTS = (PASSED, WRONG_ANSWER, COMPILE_ERROR, RUNTIME_ERROR, TIME_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, NO_ANSWER,
            SCORED, UNSCORED)


@dataclass(frozen=True)
class Verdict:
    """A judgement with its reason. `reason` is safe to show for private tasks too: it never quotes tests or values.

    `scores` are what metrics other than pass@k are made of, by name: plain JSON, safe to show as well.
    """

    name: str
    reason: str = ""
    tests_passed: int | None = None
    tests_total: int | None = None
    scores: Mapping[str, Any] | None = None

    @property
    def passed(self) -> bool:
        return self.name == PASSED


_WITHHELD = {
    WRONG_ANSWER: "a test failed", COMPILE_ERROR: "no program of its language", RUNTIME_ERROR: "it ended before its tests did",
    TIME_LIMIT: "it went over a time limit", MEMORY_LIMIT: "it went over its memory limit",
    OUTPUT_LIMIT: "it wrote more than allowed",
}


def reason_shown(name: str | None, reason: str | None, *, is_private: bool) -> str | None:
    """What anybody may read of a reason. For a private task one sentence per verdict: which exception or signal ended a
    program is the program's choice, and it has seen hidden tests, so each choice would carry a piece of them out."""
    return _WITHHELD.get(name, reason) if is_private else reason


def stopped_verdict(outcome: Outcome) -> Verdict | None:
    """The verdict of a program that a limit or a signal ended, None for any other.

    Order matters: a program that was stopped for memory also has a signal, and one that floods also may time out.
    """
    if outcome.memory_exceeded:
        return Verdict(MEMORY_LIMIT, "the program went over its memory limit")
    if outcome.output_exceeded:
        return Verdict(OUTPUT_LIMIT, "the program wrote more output than allowed")
    if outcome.timed_out:
        clock = "CPU" if outcome.timed_out == "cpu" else outcome.timed_out
        return Verdict(TIME_LIMIT, f"the program went over its {clock} time limit")
    if outcome.signal is not None:
        return Verdict(RUNTIME_ERROR, f"the program was ended by signal {outcome.signal}")
    return None


def limit_verdict(outcome: Outcome) -> Verdict | None:
    """The verdict that limits, crashes and compile errors give before any test result counts; None if none applies.
    A run without a proven report, whatever it printed and with whatever status it ended, is RUNTIME_ERROR.
    """
    if (stopped := stopped_verdict(outcome)) is not None:
        return stopped
    report = outcome.report
    if report is None or outcome.exit_code != 0:
        return Verdict(RUNTIME_ERROR, "the program ended before its tests did")
    if report["phase"] == "compile":
        return Verdict(COMPILE_ERROR, error_name(report))
    if report["phase"] != "done":
        return Verdict(RUNTIME_ERROR, error_name(report))
    return None


def error_name(report: Mapping[str, Any]) -> str:
    """The exception's name if Python itself has one of that name: a program may choose others to carry text out."""
    error = report.get("error") or {}
    found = getattr(builtins, str(error.get("type")), None)
    return found.__name__ if isinstance(found, type) and issubclass(found, BaseException) else "an error of its own"
