"""What a compiler or runtime says first, out of all that it said: one line that tells a reader where to look."""

import re
from dataclasses import replace

from scoring.benchmark import Task
from scoring.crash import crash_of
from scoring.outcome import Outcome
from scoring.verdict import COMPILE_ERROR, RUNTIME_ERROR, Verdict

LONGEST = 200  # characters; a name of a C++ template alone may have thousands
# A line that says "error", a linker's line, or one that begins with a place in a file, as Go's do.
_COMPLAINS = re.compile(r"(?<![\w-])error\s*[:\[]|^\[error\]|undefined reference to|^\S+\.\w+:\d+:", re.IGNORECASE)
_AFTERMATH = re.compile(r"warning:|note:|^collect2:|^ninja:|^make(\[\d+\])?:|^(\S*/)?g?c[c+]+:", re.IGNORECASE)


def first_complaint(said: str) -> str:
    """The first line of a compiler's text that names a fault, else its first line; empty where there is none.

    >>> first_complaint("a.c: In function 'f':\\na.c:2:9: error: 'two' was not declared in this scope\\n")
    "a.c:2:9: error: 'two' was not declared in this scope"
    >>> first_complaint("# example/m\\n./m.go:3:5: undefined: x")
    './m.go:3:5: undefined: x'
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    line = next((one for one in lines if _COMPLAINS.search(one) and not _AFTERMATH.search(one)), (lines or [""])[0])
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def with_complaint(verdict: Verdict, task: Task, outcome: Outcome) -> Verdict:
    """A COMPILE_ERROR with the compiler's first complaint in its reason, a RUNTIME_ERROR with what the runtime said of the
    crash; any other verdict as it is.

    Of a public task only: a compiler quotes what it reads, a program may say what it likes, and beside the answer that may be
    hidden tests.
    """
    if task.is_private:
        return verdict
    if verdict.name == RUNTIME_ERROR and (crash := crash_of(task.runtime, outcome)):
        return replace(verdict, reason=f"crashed: {crash}")
    if verdict.name != COMPILE_ERROR or outcome.report is None:
        return verdict
    error = outcome.report.get("error") or {}
    said = first_complaint(str(error.get("message") or "")) or script_complaint(outcome.stderr, error.get("line"))
    return replace(verdict, reason=f"{verdict.reason}: {said}") if said else verdict


def script_complaint(log: str, line: int | None) -> str:
    """What a runtime says of a script that is none, which compiles and runs it in one process and so reports the line alone.

    >>> script_complaint("program.js:2\\n  foo bar\\n      ^^^\\n\\nSyntaxError: Unexpected identifier 'bar'\\n", 2)
    "SyntaxError: Unexpected identifier 'bar' (line 2)"
    """
    said = next((text for text in reversed(log.splitlines()) if text.startswith("SyntaxError: ")), "")[:LONGEST]
    return f"{said} (line {line})" if said and line else said
