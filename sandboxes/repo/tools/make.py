"""make: `test` of the environment says which targets to make and which programs are tests, since make does not.

{"build": "make check_a", "tests": {"a": "./check_a --all"}}; commands run in the root of the tree.
"""

import os
import shlex
import sys

import programs
from job import REPO

TESTS_FAILED = 2  # of make


def build(job, shell):
    programs.build(job, shell, sys.modules[__name__])


def run(job, shell, wanted, done):
    return programs.run(job, shell, wanted, done, sys.modules[__name__])


def build_command(test, programs=None):
    """What makes all programs; None for some alone, whose targets nobody names."""
    return ["sh", "-c", test.get("build", "make")] if programs is None else None


def steers(path):
    """The environment, not the tree, says what the tests are."""
    return False


def declared(test, shell):
    found = []
    for name, text in test["tests"].items():
        program, *arguments = shlex.split(text)
        found.append(programs.Test(name, [os.path.join(REPO, program), *arguments], REPO))
    return found
