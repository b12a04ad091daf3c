"""What a compiler or runtime says first, out of all that it said: one line that tells a reader where to look."""

import re
from collections.abc import Sequence
from dataclasses import replace

from scoring.benchmark import Task
from scoring.case import Case
from scoring.crash import crash_of, raised
from scoring.outcome import Outcome
from scoring.repository.judging import REQUIRED_FAILED
from scoring.verdict import COMPILE_ERROR, RUNTIME_ERROR, Verdict, error_name

LONGEST = 200  # characters; a name of a C++ template alone may have thousands
# A line that says "error", a linker's line, or one that begins with a place in a file, as Go's do.
_COMPLAINS = re.compile(r"(?<![\w-])error\s*[:\[]|(?<![\w-])error TS\d+:|^\[error\]|undefined reference to|^\S+\.\w+:\d+:",
                        re.IGNORECASE)
_AFTERMATH = re.compile(r"warning:|note:|^collect2:|^ninja:|^make(\[\d+\])?:|^(\S*/)?g?c[c+]+:|^\d*\s*\|", re.IGNORECASE)
# How GCC comes to a fault in a template, line by line before it: a place and more than one blank, or these words.
_LEADS_THERE = re.compile(r"^\S+:\d+:\s{2,}|^In file included from |: In instantiation of ")
_FROM_HERE = re.compile(r"^(?P<place>\S+:\d+):\s+required from here$")
_OF_THE_SYSTEM = re.compile(r"^/(usr|opt)/")
# Java's have the name of their class, which is Main unless another is public.
_OF_TESTS = re.compile(r"^/?(tests\.(go|cpp)|(Main|AssayEntry)\.java):\d")
_SCRIPT_OF_TESTS = re.compile(r"^tests\.js:(\d{1,9})$", re.MULTILINE)
NOT_KEPT = "what the compiler said is longer than what is kept of it, and its first error is not in that part"


def complaint_at(lines: Sequence[str]) -> int | None:
    """Which of a compiler's lines names a fault first."""
    stripped = [line.strip() for line in lines]
    return next((at for at, line in enumerate(stripped) if _COMPLAINS.search(line) and not _AFTERMATH.search(line)
                 and not _LEADS_THERE.search(line)), None)


def first_complaint(said: str) -> str:
    """The first line of a compiler's text that names a fault, with the place that led there if it is the library's; else the
    text's first line. Empty where there is none, and where the text only leads to a fault that it does not name.

    >>> first_complaint("a.c: In function 'f':\\na.c:2:9: error: 'two' was not declared in this scope\\n")
    "a.c:2:9: error: 'two' was not declared in this scope"
    >>> first_complaint("# example/m\\n./m.go:3:5: undefined: x")
    './m.go:3:5: undefined: x'
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    at = complaint_at(lines)
    if at is None:
        return "" if any(map(_LEADS_THERE.search, lines)) else shortened((lines or [""])[0])
    here = [found["place"] for line in lines[:at] if (found := _FROM_HERE.search(line))]
    return shortened(lines[at]) + (f" (from {here[-1]})" if here and _OF_THE_SYSTEM.search(lines[at]) else "")


def shortened(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def with_complaint(verdict: Verdict, task: Task, outcome: Outcome) -> Verdict:
    """A COMPILE_ERROR with the compiler's first complaint in its reason, a RUNTIME_ERROR with what the runtime said of the
    crash, or with what was raised, from where; any other verdict as it is.

    Of a public task only: a compiler quotes what it reads, a program may say what it likes, and beside the answer that may be
    hidden tests.
    """
    if task.is_private:
        return verdict
    if verdict.name == RUNTIME_ERROR and (crash := crash_of(task.runtime, outcome)):
        return replace(verdict, reason=f"crashed: {crash}")
    if outcome.report is None:
        return verdict
    if verdict == Verdict(RUNTIME_ERROR, error_name(outcome.report)):
        return replace(verdict, reason=raised(outcome.report) or verdict.reason)
    if verdict.name != COMPILE_ERROR:
        return verdict
    error = outcome.report.get("error") or {}
    message = str(error.get("message") or "")
    said = first_complaint(message) or (NOT_KEPT if message.strip() else script_complaint(outcome.stderr, error.get("line")))
    return replace(verdict, reason=f"{verdict.reason}: {said}") if said else verdict


def with_failed_test(verdict: Verdict, task: Task, case: Case, outcome: Outcome) -> Verdict:
    """The verdict of a repository's tests with the first of its case's required tests that failed, of a public task only: the
    log of a run that stopped there may be empty, and names of tests may say what they test."""
    if task.is_private or not verdict.reason.startswith(REQUIRED_FAILED):
        return verdict
    required = frozenset(case.payload.get("required") or ())
    failed = ((outcome.report or {}).get("tests") or {}).get("failed") or ()
    named = next((f": {shortened(str(test))}" for test in failed if test in required), "")
    return replace(verdict, reason=verdict.reason.replace(REQUIRED_FAILED, REQUIRED_FAILED + named, 1))


def refuses_tests(outcome: Outcome) -> bool:
    """Whether what a compiler complains of first stands in the tests, by the names that the rooms give their files."""
    error = (outcome.report or {}).get("error") or {}
    said = first_complaint(str(error.get("message") or ""))
    return bool(_OF_TESTS.search(said) if said else error.get("line") is None and _SCRIPT_OF_TESTS.search(outcome.stderr))


def script_complaint(log: str, line: int | None) -> str:
    """What a runtime says of a script that is none, which compiles and runs it in one process and so reports the line alone,
    and none for a script of the tests.

    >>> script_complaint("program.js:2\\n  foo bar\\n      ^^^\\n\\nSyntaxError: Unexpected identifier 'bar'\\n", 2)
    "SyntaxError: Unexpected identifier 'bar' (line 2)"
    """
    said = next((text for text in reversed(log.splitlines()) if text.startswith("SyntaxError: ")), "")[:LONGEST]
    if said and not line and (place := _SCRIPT_OF_TESTS.search(log)):
        return f"{said} (line {place[1]} of the tests)"
    return f"{said} (line {line})" if said and line else said
