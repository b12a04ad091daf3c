"""What CTest and make have in common: tests are programs, each with a command of its own that we run ourselves.

The exit status is read by this process and must agree with what repo-cpp/guard.c, which is preloaded, says of the end of
`main`: a test passes if it ends in the way and with the status that it ended with in the untouched tree.
"""

import json
import os
import re
import time
from dataclasses import dataclass, field

import symbols
from job import REPO, BuildFailed, Ran
from told import HEARD, Ear

RECORD = "/opt/env/programs.json"  # of repo-cpp/prepare.py
GUARD = "/opt/room/guard.so"
NOT_FOUND = re.compile(r"undefined reference to [`'\"](.+?)['`\"]")
EARLY = "tampering: a test program ended with success before its main function did"
OTHERWISE = "tampering: the exit status of a test program is not what its main function returned"
OVERWRITTEN = "tampering: {} was changed after it was built"


@dataclass(frozen=True)
class Test:
    """One test: its command and, from the untouched tree, how it ends: `way` is "M" if main returns and "X" if exit is
    called, `status` what with. One that fails there, or whose end nothing proves, has `sound` false and never passes.
    """

    name: str
    command: list
    folder: str
    env: dict = field(default_factory=dict)
    way: str = "M"
    status: int = 0
    sound: bool = True
    will_fail: bool = False
    skip_status: int | None = None


_built = {}  # path of a program -> its facts, as `build` left it


def build(job, shell, command):
    """Brings objects and programs up to date."""
    done = shell.run(command, listen=2)
    if done.status != 0:
        raise failure(done.heard.decode("utf-8", "replace"), job.target)
    _built.update({path: facts(path) for path in {test.command[0] for test in tests()}})


def record():
    with open(RECORD) as file:
        return json.load(file)


def tests():
    return [Test(**test) for test in record()["tests"]]


def failure(said, target):
    """The build's failure with the line of the answer and its kind.

    >>> fault = failure("/repo/a.c:7:3: error: expected ';'", "a.c")
    >>> fault.line, fault.kind
    (7, 'compile error')
    >>> failure("ld: x.o: in function `f': undefined reference to `g'", "a.c").kind
    'missing symbol'
    """
    name = re.escape(os.path.basename(target or ""))
    line = re.search(rf"(?m)^(?:\S*/)?{name}:(\d+)(?::\d+)?: (?:fatal )?error", said) if target else None
    kind = "compile error" if line else "missing symbol" if NOT_FOUND.search(said) else "compile error"
    return BuildFailed(said.strip(), int(line[1]) if line else None, kind)


def run(job, shell, wanted, done, tests_failed):
    """Runs the tests `wanted`, or all but those `done`, one after another; `tests_failed` is the tool's own exit status."""
    ran, required = Ran(status=0), set(job.required) if job.stops_early else set()
    ran.flags += symbols.wrongs(record(), job.target, shell)
    for test in tests():
        if test.name not in wanted if wanted is not None else test.name in done:
            continue
        if facts(test.command[0]) != _built[test.command[0]]:
            ran.flags.append(OVERWRITTEN.format(os.path.relpath(test.command[0], REPO)))
        outcome, ran.ms[test.name] = run_one(test, shell, ran)
        getattr(ran, outcome).append(test.name)
        if outcome == "failed":
            ran.status = tests_failed
            if test.name in required:
                ran.stopped = True
                break
    return ran


def facts(path):
    """What tells a file from one that was changed or put in its place; no program can set the time of a change."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_ctime_ns


def run_one(test, shell, ran):
    """How one test ended, and its milliseconds."""
    began = time.monotonic()
    status, ends = ended(test, shell)
    if status == 0 and not ends:
        ran.flags.append(EARLY)
    elif status == 0 and ends[-1][1] != "0":
        ran.flags.append(OTHERWISE)
    return judged(test, status, ends), round(1000 * (time.monotonic() - began))


def ended(test, shell):
    """Runs a test: its exit status, and what the guard said of its end, as (way, status in digits)."""
    ear = Ear()
    done = shell.run(test.command, cwd=test.folder, env={**test.env, "LD_PRELOAD": GUARD}, tell=ear.secret, listen=HEARD)
    return done.status, [(message.kind, message.text) for message in ear.messages(done.heard)]


def judged(test, status, ends):
    """
    >>> judged(Test("t", ["t"], "/repo"), 0, [("M", "0")])
    'passed'
    >>> judged(Test("t", ["t"], "/repo"), 0, [("X", "0")])
    'failed'
    >>> judged(Test("t", ["t"], "/repo"), 0, [])
    'failed'
    """
    if test.skip_status is not None and status == test.skip_status:
        return "skipped"
    right = status == test.status and ends[-1:] == [(test.way, str(test.status))]
    return "passed" if right and test.sound else "failed"
