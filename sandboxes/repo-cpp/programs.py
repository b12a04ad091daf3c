"""What CTest and make have in common: tests are programs, each with a command of its own that we run ourselves.

The exit status is read by this process and must agree with what repo-cpp/guard.c, which is preloaded, says of the end of
`main`: a test passes if it ends in the way and with the status that it ended with in the untouched tree.
"""

import json
import os
import re
import signal
import sys
import time
from dataclasses import dataclass, field

import macros
import sources
import symbols
from job import REPO, BuildFailed, Ran
from told import HEARD, Ear

RECORD = "/opt/env/programs.json"  # of repo-cpp/prepare.py
GUARD = "/opt/room/guard.so"
NOT_FOUND = re.compile(r"undefined reference to [`'\"](.+?)['`\"]")
ERROR = re.compile(rf"(?m)^.*(?:(?:fatal )?error:|{NOT_FOUND.pattern})")
EARLY = "tampering: a test program ended with success before its main function did"
LEFT = "tampering: a test program was left with success in another way than by its own end"
OTHERWISE = "tampering: the exit status of a test program is not what its main function returned"
REPLACED = "tampering: the test {} is another program than it was"
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


@dataclass
class Tree:
    """This case's tree: its tests, its programs as they were built, and what compilers read as long as some are not.
    `step` is how many programs are built at once next."""

    tests: list = field(default_factory=list)
    built: dict = field(default_factory=dict)
    read: dict | None = None
    step: int = 1
    flags: list = field(default_factory=list)


_tree = Tree()


def build(job, shell, tool):
    """Brings objects and programs up to date: all of them, or, where a failure may end the case, the program of one test
    that knows the answer, since each links or even compiles it again. A tree without an environment (a room's self-test)
    is asked for its tests when it is built.
    """
    _tree.tests = [Test(**test) for test in record()["tests"]]
    first = [test.command[0] for test in _tree.tests if test.name in job.first] if job.stops_early else []
    build_some(first, job, shell, tool)


def build_some(programs, job, shell, tool):
    """Builds the next of `programs`, twice as many as the last time, or everything where they cannot be asked for alone."""
    left = [path for path in dict.fromkeys(programs) if path not in _tree.built]
    command = tool.build_command(job.test, left[:_tree.step]) if left else None
    make(command or tool.build_command(job.test), job, shell)
    if command:
        _tree.built.update({path: sources.facts(path) for path in left[:_tree.step]})
        _tree.step *= 2
        _tree.read = sources.snapshot()
    else:
        note_programs(job, shell, tool)


def make(command, job, shell):
    done = shell.run(command, listen=2)
    if done.status != 0:
        raise failure(done.heard.decode("utf-8", "replace"), job.target)


def note_programs(job, shell, tool):
    """After everything is built: which programs there are. Where the answer is no file of code, what the build calls
    tests now is compared with what it called so in the untouched tree."""
    _tree.read = None
    if not _tree.tests or job.patch or tool.steers(job.target):
        now = tool.declared(job.test, shell)
        _tree.tests, before = _tree.tests or now, {test.name: test.command for test in _tree.tests}
        strange = {test.name for test in now if test.command != before.get(test.name, test.command)}
        strange |= {test.name for test in _tree.tests if not test.command[0].startswith(f"{REPO}/")}
        _tree.flags = [REPLACED.format(name) for name in sorted(strange)]
    for test in _tree.tests:
        _tree.built.setdefault(test.command[0], sources.facts(test.command[0]))


def build_more(programs, job, shell, tool, ran):
    """Builds what was left out so far, now that code of the answer has run; false if it turns out not to build."""
    ran.flags += [f"tampering: {path} was changed before it was compiled" for path in sources.changed(_tree.read or {})]
    try:
        build_some(programs, job, shell, tool)
    except BuildFailed as fault:
        ran.builds = ran.complete = False
        ran.error = {"type": fault.kind, "message": str(fault), "line": fault.line}
        return False
    return True


def record():
    if not os.path.exists(RECORD):
        return {"tests": [], "objects": {}, "names": {"tests": [], "libraries": []}}
    with open(RECORD) as file:
        return json.load(file)


def failure(said, target):
    """The build's failure with the line of the answer and its kind.

    It is told from its first error on: of a long complaint only the beginning is kept, and warnings would fill that.

    >>> fault = failure("/repo/a.c:7:3: error: expected ';'", "a.c")
    >>> fault.line, fault.kind
    (7, 'compile error')
    >>> failure("ld: x.o: in function `f': undefined reference to `g'", "a.c").kind
    'missing symbol'
    """
    name = re.escape(os.path.basename(target or ""))
    line = re.search(rf"(?m)^(?:\S*/)?{name}:(\d+)(?::\d+)?: (?:fatal )?error", said) if target else None
    kind = "compile error" if line else "missing symbol" if NOT_FOUND.search(said) else "compile error"
    first = ERROR.search(said)
    return BuildFailed(said[first.start() if first else 0:].strip(), int(line[1]) if line else None, kind)


def run(job, shell, wanted, done, tool):
    """Runs the tests `wanted`, or all but those `done`, one after another, until a required one fails that may end it."""
    ran, required = Ran(status=0), set(job.required) if job.stops_early else set()
    chosen = [test for test in _tree.tests if (test.name in wanted if wanted is not None else test.name not in done)]
    some = [test.command[0] for test in chosen] if wanted is not None else []
    for test in chosen:
        if test.command[0] not in _tree.built and not build_more(some, job, shell, tool, ran):
            break
        if sources.facts(test.command[0]) != _tree.built[test.command[0]]:
            ran.flags.append(OVERWRITTEN.format(os.path.relpath(test.command[0], REPO)))
        if not run_one(test, shell, ran):
            ran.status = tool.TESTS_FAILED
            ran.stopped = test.name in required
        if ran.stopped:
            break
    ran.flags += _tree.flags + symbols.wrongs(record(), job.target, shell)
    ran.flags += macros.wrongs_of_patch(job.patch) if job.patch else macros.wrongs(record(), job.target)
    return ran


def run_one(test, shell, ran):
    """Runs one test and notes what came of it; false if the tool, which looks at the exit status alone, calls it failed."""
    began = time.monotonic()
    status, ends = ended(test, shell)
    outcome = judged(test, status, ends)
    getattr(ran, outcome).append(test.name)
    ran.ms[test.name] = round(1000 * (time.monotonic() - began))
    if outcome == "failed":
        print(f"{test.name}: {end_of(status)}", file=sys.stderr, flush=True)  # a crash of a C program says nothing itself
        if test.sound and status == test.status == 0:
            ran.flags.append(EARLY if not ends else OTHERWISE if ends[-1][1] != "0" else LEFT)
    return outcome == "skipped" or (status != 0) == test.will_fail


def ended(test, shell):
    """Runs a test: its exit status, and what the guard said of its end, as (way, status in digits)."""
    ear = Ear()
    done = shell.run(test.command, cwd=test.folder, env={**test.env, "LD_PRELOAD": GUARD}, tell=ear.secret, listen=HEARD)
    return done.status, [(message.kind, message.text) for message in ear.messages(done.heard)]


def end_of(status):
    """
    >>> end_of(-11), end_of(139), end_of(1)
    ('ended by SIGSEGV', 'exit status 139 (SIGSEGV)', 'exit status 1')
    """
    names = {number.value: number.name for number in signal.Signals}
    if status < 0:
        return f"ended by {names.get(-status, f'signal {-status}')}"
    shells = f" ({names[status - 128]})" if status - 128 in names else ""  # what a shell makes of a signal
    return f"exit status {status}{shells}"


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
