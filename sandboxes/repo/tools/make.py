"""make: `test` of the environment says which targets to make and which programs are tests, since make does not.

{"build": "make check_a", "tests": {"a": "./check_a --all"}}; commands run in the root of the tree.
"""

import os
import shlex

import programs
from job import REPO

TESTS_FAILED = 2  # of make


def build(job, shell):
    programs.build(job, shell, build_command(job.test))


def run(job, shell, wanted, done):
    return programs.run(job, shell, wanted, done, TESTS_FAILED)


def build_command(test):
    return ["sh", "-c", test["build"]] if test.get("build") else ["make"]


def declared(test):
    found = []
    for name, text in test["tests"].items():
        program, *arguments = shlex.split(text)
        found.append(programs.Test(name, [os.path.join(REPO, program), *arguments], REPO))
    return found
