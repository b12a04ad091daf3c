"""`python-io-mera`: calls a function as MERA Code's published scorer of ruHumanEval does, mistakes included.

1. The program is executed in a function's scope: names that it defines at its top level are local there, so its functions
   do not see each other, their imports or themselves. What they see are the names that the scorer's module imports.
2. Defining takes at most 3 seconds, everything 4; the first ends in a failure of every call, the second in "timed out".
   Both are times by the clock, of which we take away what the program waited for a CPU: load must change no verdict.
3. An exception is the result None, and so is None. What ends the process (`sys.exit`) is reported as the end of the run.
"""

import builtins
import importlib
import os
import shutil
import signal
import subprocess
import sys
import time

DEFINE_SECONDS, ALL_SECONDS = 3.0, 4.0
MODULES = {name: name for name in ("ast", "contextlib", "faulthandler", "io", "os", "platform", "re", "signal", "tempfile")}
MODULES |= {"np": "numpy", "mp": "multiprocessing"}
NAMES = {"Dict": "typing", "List": "typing", "ThreadPoolExecutor": "concurrent.futures"}
# The scorer sets these to None, and what a program makes of that is part of its result.
DISARMED = {
    builtins: ("exit", "quit", "help"),
    shutil: ("rmtree", "move", "chown"),
    subprocess: ("Popen",),
    os: ("kill", "system", "putenv", "remove", "removedirs", "rmdir", "fchdir", "setuid", "fork", "forkpty", "killpg",
         "rename", "renames", "truncate", "replace", "unlink", "fchmod", "fchown", "chmod", "chown", "chroot", "lchown",
         "getcwd", "chdir"),
}
HIDDEN = ("ipdb", "joblib", "resource", "psutil", "tkinter")


class TimedOut(Exception):
    """Raised in the program, which may catch it, as the scorer's may be."""


class Clock:
    """Seconds since it was made, without those in which the process was ready and no CPU was."""

    def __init__(self, now=time.monotonic):
        self._now, self._waited = now, waited()
        self._start = now()

    def seconds(self):
        return self._now() - self._start - (waited() - self._waited)


def waited(opened=open):
    """Seconds that this thread was ready to run and did not; 0 where the kernel does not count them."""
    try:
        with opened("/proc/thread-self/schedstat") as file:
            return int(file.read().split()[1]) / 1e9
    except OSError:
        return 0.0


def run(program, payload, send, result):
    """`result(function, call)` gives the four texts of one call, or raises what ends a process."""
    calls, entry_point, clock = payload["calls"], payload["entry_point"], Clock()
    if isinstance(calls, str):
        calls = eval(calls, {"__builtins__": {}})
    results = []
    try:
        local = defined(program, clock)
        for call in calls:
            function = None if local is None else local.get(entry_point)
            results.extend(("error", "NameError", "", "") if function is None else result(function, call))
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like end the scorer's process without a result
        send("run", error)
    if clock.seconds() > ALL_SECONDS:
        send("run", TimedOut("timed out"))
    send("done", results=results)


def defined(program, clock):
    """The scope after executing the program, or None if that raised or took too long."""
    def on_alarm(signum, frame):
        left = DEFINE_SECONDS - clock.seconds()
        if left <= 0.001:
            raise TimedOut("defining the function took too long")
        signal.setitimer(signal.ITIMER_REAL, left)

    local = {}
    try:
        code = compile(program, "<program>", "exec", dont_inherit=True)
        scope = known_names(code)
        disarm()
        signal.signal(signal.SIGALRM, on_alarm)
        set_timer = signal.setitimer
        set_timer(signal.ITIMER_REAL, DEFINE_SECONDS)
        try:
            exec(code, scope, local)
        finally:
            set_timer(signal.ITIMER_REAL, 0)
    except Exception:  # noqa: BLE001 - the scorer's rule: whatever defining raises, each call gives None
        return None
    return local


def known_names(code):
    """What the scorer's module knows, as far as the program names it: importing numpy for all would cost 0.1 s each."""
    named, scope = names_in(code), {"__name__": "candidate"}
    if "numpy" in named:
        importlib.import_module("numpy")  # now, since it would not load any more once the scope is disarmed
    for name, module in MODULES.items():
        if name in named:
            scope[name] = importlib.import_module(module)
    for name, module in NAMES.items():
        if name in named:
            scope[name] = getattr(importlib.import_module(module), name)
    return scope


def names_in(code):
    found = set(code.co_names)
    for constant in code.co_consts:
        if type(constant) is type(code):
            found |= names_in(constant)
    return found


def disarm():
    for module, names in DISARMED.items():
        for name in names:
            setattr(module, name, None)
    for name in HIDDEN:
        sys.modules[name] = None
