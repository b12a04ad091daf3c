"""CTest: its tests' commands, taken from the build tree when the environment was built, run by ourselves.

`test` of the environment: {"folder": the build tree, "build": the command that brings it up to date}. Where CTest would look
for a text in what a test prints, which proves nothing, the recorded exit status decides instead.
"""

import json
import os
import sys

import programs
from job import REPO, BuildFailed

FOLDER = "build"
TESTS_FAILED = 8  # of ctest


def build(job, shell):
    programs.build(job, shell, sys.modules[__name__])


def run(job, shell, wanted, done):
    return programs.run(job, shell, wanted, done, sys.modules[__name__])


def build_command(test, programs=None):
    """What brings the build tree up to date, or some programs of it; None where these alone cannot be asked for."""
    folder = test.get("folder", FOLDER)
    if programs is None:
        return ["sh", "-c", test["build"]] if test.get("build") else ["cmake", "--build", folder]
    if test.get("build") or not os.path.exists(os.path.join(REPO, folder, "build.ninja")):
        return None
    return ["ninja", "-C", folder, *(os.path.relpath(program, os.path.join(REPO, folder)) for program in programs)]


def steers(path):
    """Whether a file says what is built and tested."""
    return path is not None and (os.path.basename(path) == "CMakeLists.txt" or path.endswith(".cmake"))


def declared(test, shell):
    """The tests of a build tree that is whole, before anything is known of how they end."""
    folder = os.path.join(REPO, test.get("folder", FOLDER))
    done = shell.run(["ctest", "--show-only=json-v1"], cwd=folder, listen=1)
    if done.status != 0:
        raise BuildFailed("CTest cannot list the tests of the tree")
    found = json.loads(done.heard)["tests"]
    return [one for test in found if test.get("command") and (one := described(test, folder)) is not None]


def described(test, folder):
    """
    >>> described({"name": "t", "command": ["/b/t"], "properties": [{"name": "ENVIRONMENT", "value": ["A=1"]}]}, "/b").env
    {'A': '1'}
    """
    properties = {one["name"]: one["value"] for one in test.get("properties", ())}
    if properties.get("DISABLED"):
        return None
    pairs = (pair.partition("=") for pair in properties.get("ENVIRONMENT", ()))
    return programs.Test(test["name"], test["command"], properties.get("WORKING_DIRECTORY", folder),
                         {name: value for name, _, value in pairs}, will_fail=bool(properties.get("WILL_FAIL")),
                         skip_status=properties.get("SKIP_RETURN_CODE"))
