"""Reads what the room's JVM reports (Report.java): lines of a word, a tab and a text, and a seal at the end."""

import hashlib
from dataclasses import dataclass, field

from job import Ran

CANARIES = ("raises", "compares", "expects")


@dataclass
class Heard:
    """`tests`: (outcome, id, ms, wrote to System.err) in order. `made`: when each class file was written, in microseconds.
    `sealed`: the report is whole and nobody else wrote in it."""

    tests: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    made: dict = field(default_factory=dict)
    printed: set = field(default_factory=set)
    stopped: bool = False
    begun: bool = False
    memory: bool = False  # a test that must pass failed for lack of it
    end: int | None = None
    abi: str = ""
    sealed: bool = False


def read(data, secret):
    heard, at = Heard(), 0
    for raw in data.split(b"\n"):
        word, _, text = raw.decode("utf-8", "replace").partition("\t")
        if word == "seal":
            heard.sealed = text == hashlib.sha256(secret.encode() + data[:at]).hexdigest() and not data[at + len(raw) + 1:]
            break
        at += len(raw) + 1
        if word:
            _take(heard, word, unescaped(text))
    return heard


def _take(heard, word, text):
    if word in ("passed", "failed", "skipped"):
        ms, err, name = text.split("\t", 2) if text.count("\t") >= 2 else ("", "", "")
        if ms.isdecimal() and len(ms) < 12:
            heard.tests.append((word, name, int(ms), err == "err"))
    elif word == "error":
        heard.errors.append(text.split("\t", 3))
    elif word == "end" and text.isdecimal() and len(text) < 4:
        heard.end = int(text)
    elif word == "flag":
        heard.flags.append(text)
    elif word == "made":
        when, _, path = text.partition("\t")
        heard.made[path] = when
    elif word == "printed":
        heard.printed.add(text)
    elif word in ("stopped", "begun", "memory"):
        setattr(heard, word, True)
    elif word == "abi":
        heard.abi = text


def unescaped(text):
    r"""
    >>> unescaped(r"a\nb\\n")
    'a\nb\\n'
    """
    if "\\" not in text:
        return text
    return "\\".join(part.replace("\\n", "\n").replace("\\r", "\r") for part in text.split("\\\\"))


def as_ran(heard, status, canary, with_times):
    """The result of a run that ended with `status`. A report without its seal never counts as whole."""
    if heard.end == 2 and heard.errors:
        return Ran(complete=False, builds=False, status=status, error=_first(heard.errors), flags=heard.flags)
    own = [test for test in heard.tests if not test[1].startswith(canary + " ")]
    ran = Ran(
        **{outcome: [name for kind, name, _, _ in own if kind == outcome] for outcome in ("passed", "failed", "skipped")},
        ms={name: ms for _, name, ms, _ in own} if with_times else {},
        status=status, complete=heard.sealed and heard.end == status, stopped=heard.stopped, flags=list(heard.flags),
        subtests=[name for kind, name, _, err in own if kind == "passed" and err],
    )
    if not ran.complete:
        ran.error = {"type": "SystemExit" if status >= 0 else "Killed", "line": None,
                     "message": f"the run ended before its tests did, with exit status {status}"}
    if heard.memory:
        ran.error = {"type": "MemoryError", "line": None, "message": "a test failed for lack of memory"}
    if heard.end is not None and not heard.sealed:
        ran.flags.append("tampering: something else wrote to the report of the tests")
    if ran.complete and not ran.stopped and not _sang(heard.tests, canary):
        ran.flags.append("tampering: tests that must fail did not fail")
    # Maven's heading comes over classes without tests as well, and before what ends its run; over no class it does not.
    ran.marks = {"tests": heard.begun or "tests" in heard.printed,
                 "success": ran.complete and not ran.failed or "success" in heard.printed}
    if heard.printed:
        ran.flags.append("tampering: the tests print lines of Maven's own")
    return ran


def _first(errors):
    line, file, kind, message = errors[0]
    number = int(line) if line.isdecimal() and len(line) < 10 else None
    return {"type": kind, "message": f"{file.removeprefix('/repo/')}: {message}", "line": number}


def _sang(tests, canary):
    """Whether each canary failed, once."""
    seen = sorted((outcome, name) for outcome, name, _, _ in tests if name.startswith(canary + " "))
    return seen == sorted(("failed", f"{canary} {name}") for name in CANARIES)
