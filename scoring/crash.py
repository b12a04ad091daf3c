"""What a language's runtime says of a crash, in one line: the exception or panic, and the program's line where that is told.

Python's room reports it. Of the others it is read from the log, which a program can write as it likes: it explains a verdict
and never makes one. The status that a runtime leaves after a crash must be there too, so that what was only printed is not
taken for one.
"""

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.outcome import Outcome

LONGEST = 200  # characters; the log has the rest
_ABORTED = 6  # the signal that ends a C++ program whose exception nobody catches

_JS_FRAME, _JS_LOOKED_AT = "    at ", 10  # lines above the first frame: a message may have several
_JS_NAMES_ITSELF = re.compile(r"\w*(?:Error|Exception)(?: \[\w+\])?(?::|$)")
_JS_OF_ANOTHER_NAME = re.compile(r"[A-Za-z_$][\w$]*: ")
_GO = re.compile(r"^(?:panic|fatal error): .*$", re.MULTILINE)
_GO_AGAIN = re.compile(r" \[recovered[^\]]*\]$")
_GO_FOREIGN = re.compile(r"\(wire\.Foreign\) 0x[0-9a-f]+")  # what stands for a value that cannot leave the program
_JAVA = re.compile(r'^(?:Exception in thread "[^"\n]*" )?(?P<what>[A-Za-z_$][\w$.]*(?:: [^\n]*)?)\n\tat ', re.MULTILINE)
_CPP = re.compile(r"^terminate called after throwing an instance of '(?P<name>[^\n]*)'(?:\n  what\(\):  (?P<said>[^\n]*))?",
                  re.MULTILINE)


@dataclass(frozen=True)
class Runtime:
    """`status`: facts of an outcome after a crash. `said`: log -> what the crash left there, or '', and the trace below it, in
    which `line` finds the program's line."""

    status: Mapping[str, int]
    said: Callable[[str], tuple[str, str]]
    line: re.Pattern[str] | None = None


def crash_of(runtime: str | None, outcome: Outcome) -> str:
    r"""The line; empty where the runtime is none of those known, or tells of no crash.

    >>> crash_of("go", Outcome(exit_code=2, stderr="panic: too far [recovered]\n\tpanic: too far\n\nmain.F\n\tprogram.go:3\n"))
    'panic: too far (line 3)'
    """
    known = RUNTIMES.get(runtime or "")
    if known is None or any(getattr(outcome, fact) != value for fact, value in known.status.items()):
        return ""
    what, trace = known.said(outcome.stderr)
    place = known.line.search(trace) if what and known.line else None
    return _shortened(what) + (f" (line {place[1]})" if place else "")


def raised(report: Mapping[str, Any]) -> str:
    """What a program raised, of a room whose report tells more than its type: the first line of the message and the program's
    line. Empty where there is neither.

    >>> raised({"error": {"type": "KeyError", "message": "14", "line": 5}})
    'KeyError: 14 (line 5)'
    """
    kind, message, line = ((report.get("error") or {}).get(name) for name in ("type", "message", "line"))
    said = next((one.strip() for one in str(message or "").splitlines() if one.strip()), "")
    place = f" (line {line})" if type(line) is int else ""
    return _shortened(f"{kind}: {said}" if said else str(kind)) + place if said or place else ""


def _shortened(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _javascript(log: str) -> tuple[str, str]:
    lines = log.splitlines()
    first = next((at for at in range(len(lines) - 1, 0, -1)
                  if lines[at].startswith(_JS_FRAME) and not lines[at - 1].startswith(_JS_FRAME)), 0)
    above = lines[max(0, first - _JS_LOOKED_AT):first][::-1]
    what = next(filter(_JS_NAMES_ITSELF.match, above), "") or next(filter(_JS_OF_ANOTHER_NAME.match, above[:1]), "")
    return what, "\n".join(lines[first:])


def _go(log: str) -> tuple[str, str]:
    found = _last(_GO, log)
    if found is None:
        return "", ""
    what = _GO_FOREIGN.sub("a value of a type of its own", _GO_AGAIN.sub("", found[0]))
    return what, log[found.end():]


def _java(log: str) -> tuple[str, str]:
    found = _last(_JAVA, log)
    return (found["what"] if found else ""), ""


def _cpp(log: str) -> tuple[str, str]:
    found = _last(_CPP, log)
    if found is None:
        return "", ""
    return f"uncaught {found['name']}" + (f": {found['said']}" if found["said"] else ""), ""


def _last(pattern: re.Pattern[str], log: str) -> re.Match[str] | None:
    found = deque(pattern.finditer(log), maxlen=1)
    return found[0] if found else None


RUNTIMES = {
    "node": Runtime({"exit_code": 1}, _javascript, re.compile(r"\bprogram\.js:(\d{1,9})")),
    "go": Runtime({"exit_code": 2}, _go, re.compile(r"^\tprogram\.go:(\d{1,9})", re.MULTILINE)),
    "java-maven": Runtime({"exit_code": 1}, _java),
    "cpp": Runtime({"signal": _ABORTED}, _cpp),
}
