"""CTest: its tests' commands, taken from the build tree when the environment was built, run by ourselves.

`test` of the environment: {"folder": the build tree, "build": the command that brings it up to date}. Where CTest would look
for a text in what a test prints, which proves nothing, the recorded exit status decides instead.
"""

import json
import os
import subprocess

import programs
from job import REPO

FOLDER = "build"
TESTS_FAILED = 8  # of ctest


def build(job, shell):
    programs.build(job, shell, build_command(job.test))


def run(job, shell, wanted, done):
    return programs.run(job, shell, wanted, done, TESTS_FAILED)


def build_command(test):
    return ["sh", "-c", test["build"]] if test.get("build") else ["cmake", "--build", test.get("folder", FOLDER)]


def declared(test):
    """The tests of a build tree that is whole, before anything is known of how they end."""
    folder = os.path.join(REPO, test.get("folder", FOLDER))
    listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=folder, stdout=subprocess.PIPE, check=True)
    found = json.loads(listing.stdout)["tests"]
    return [one for test in found if test.get("command") and (one := described(test, folder)) is not None]


def described(test, folder):
    """
    >>> described({"name": "t", "command": ["/b/t", "x"], "properties": [{"name": "ENVIRONMENT", "value": ["A=1"]}]}, "/b")
    Test(name='t', command=['/b/t', 'x'], folder='/b', env={'A': '1'}, way='M', status=0, sound=True, will_fail=False, skip_status=None)
    """
    properties = {one["name"]: one["value"] for one in test.get("properties", ())}
    if properties.get("DISABLED"):
        return None
    pairs = (pair.partition("=") for pair in properties.get("ENVIRONMENT", ()))
    return programs.Test(test["name"], test["command"], properties.get("WORKING_DIRECTORY", folder),
                         {name: value for name, _, value in pairs}, will_fail=bool(properties.get("WILL_FAIL")),
                         skip_status=properties.get("SKIP_RETURN_CODE"))
