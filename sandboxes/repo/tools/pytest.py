"""pytest: one process collects, runs the first tests, and goes on to the rest if the required ones among them pass."""

import json
import os
import secrets

from assay_session import wire
from job import REPO, ROOM, Ran

PYTHON = "/opt/env/bin/python"
ALWAYS = ("--tb=short", "-p", "no:cacheprovider")
# What a session sends: the names in each message, and of what they are.
KINDS = {frozenset(kind): kind for kind in (
    {"test": str, "outcome": str, "ms": int, "subtests": bool}, {"error": dict, "builds": bool, "where": str},
    {"collected": int}, {"collected": int, "names": list}, {"flag": str}, {"stopped": str}, {"end": int},
)}
ERROR = {"type": str, "message": str, "line": (int, type(None))}
LARGEST = 2**31  # a number beyond it is none that a session counts, and breaks whoever stores it
TESTS_RAN = (0, 1)  # pytest's statuses: all passed, some failed; the others say that it did not get to that


def build(job, shell):
    """Nothing: the session compiles the target by itself."""


def session(job, shell):
    """Runs it all. See assay_session for what is sent."""
    key = secrets.token_bytes(32)
    command = [PYTHON, "-S", "-P", "-s", f"{ROOM}/assay_session"]
    done = shell.run(command, env=environment(job), tell=json.dumps(orders(job, key)).encode(), listen=4, warm=True)
    messages, is_all = wire.frames(done.heard, key)
    sound = [message for message in messages if is_sound(message)]
    return read(sound, is_all and not done.flooded and len(sound) == len(messages), done.status, job)


def collect(job, shell):
    """Only names the tests."""
    return session(job, shell)


def environment(job):
    """Without PYTHONPATH: the session sets it for itself and for what it starts, when everything of ours is loaded."""
    own = {name: value for name, value in job.test.get("env", {}).items() if name != "PYTHONPATH"}
    if job.test.get("plugins") != "auto":
        own["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return own


def orders(job, key):
    paths = job.test.get("env", {}).get("PYTHONPATH", "")
    listed = job.test.get("plugins", ())
    plugins = [] if listed == "auto" else [word for name in listed for word in ("-p", name)]
    only = ["--collect-only", "-qq"] if job.mode == "collect" else []
    return {
        "key": key.hex(), "mode": job.mode, "stops": job.stops_early,
        "target": os.path.realpath(os.path.join(REPO, job.target)) if job.target else None,
        "first": job.first, "required": job.required, "only": job.only,
        "path": [os.path.join(REPO, path) for path in paths.split(":")] if paths else [],
        "environment": {"PYTHONPATH": paths} if paths else {},
        "plugins": bool(listed), "arguments": [*ALWAYS, *plugins, *only, *job.test.get("args", ())],
    }


def is_sound(message):
    """Whether it is one that the session sends. Code that found the session's means may send anything, and must not have its
    case fail by our fault, which is no verdict.

    >>> is_sound({"end": 0}), is_sound({"test": "x"}), is_sound(["end"])
    (True, False, False)
    """
    kind = KINDS.get(frozenset(message)) if isinstance(message, dict) else None
    if kind is None or not all(_is(of, message[name]) for name, of in kind.items()):
        return False
    return (message.get("outcome", "passed") in ("passed", "failed", "skipped")
            and all(isinstance(name, str) for name in message.get("names", ()))
            and ("error" not in message or _is_error(message["error"])))


def _is_error(error):
    return error.keys() == ERROR.keys() and all(_is(of, error[name]) for name, of in ERROR.items())


def _is(of, value):
    return isinstance(value, of) and not (isinstance(value, int) and abs(value) > LARGEST)


def read(messages, is_all, status, job):
    """What the messages add up to, and whether they fit the status with which the process ended."""
    ran = Ran(status=status)
    end, collected = None, 0
    for message in messages:
        if "test" in message:
            getattr(ran, message["outcome"]).append(message["test"])
            ran.ms[message["test"]] = message["ms"]
            if message["subtests"]:
                ran.subtests.append(message["test"])
        elif "error" in message:
            ran.error, ran.builds = message["error"], message["builds"]
        elif "flag" in message:
            ran.flags.append(message["flag"])
        collected = message.get("collected", collected)
        ran.collected = message.get("names", ran.collected)
        ran.stopped = ran.stopped or "stopped" in message
        end = message.get("end", end)
    if not is_all:
        ran.flags.append("tampering: somebody else wrote where the tests' results go")
    came_to_its_end = end is not None and (ran.stopped or status in TESTS_RAN or (collected == 0 and ran.builds))
    ran.complete = is_all and came_to_its_end and ran.error is None
    if end is not None and end != status:
        ran.flags.append(f"tampering: the run ended with status {end} and its process with {status}")
    if status == 0 and ran.failed:
        ran.flags.append("tampering: pytest ended well although tests failed")
    if not ran.complete and ran.error is None:
        ran.error = {"type": "", "message": f"the test run ended before its tests did (exit status {status})", "line": None}
    if job.mode != "baseline":
        ran.ms = {}
    return ran
