"""Called once per environment, as root, when it is built and the withheld files still stand: `prepare.py < JSON`.

1. Runs each test to note how it ends in the untouched tree.
2. Touches each withheld file and builds again: what was made anew was made from it. Its symbols and macros are noted.
3. Notes which names only tests define, and those of the standard library.
4. Removes all that was made from withheld files. A case makes it again from its answer, and nothing else.
"""

import importlib
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import asdict, replace

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import macros
import programs
import shell
import symbols
from job import REPO

LIBRARIES = ("libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1")
LIBRARY_FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")
ENDINGS = ["exit", "_exit", "_Exit", "quick_exit"]




def main():
    job = json.load(sys.stdin)
    tool = importlib.import_module(f"tools.{job['tool']}")
    shell.end_others = lambda: None  # it would end this very build, which is root's
    commands = shell.Shell("/root")
    command = tool.build_command(job["test"])
    make(commands, command)
    tests = [tried(test, commands) for test in tool.declared(job["test"], commands)]
    made = {path: made_from(path, commands, command) for path in job["withheld"]}
    found = {name: symbols.symbols_of(name, commands) for name in times() if name.endswith(".o")}
    # Where a test includes the answer's file, its object names the tests' things by right.
    code = {name: listed for name, listed in found.items() if not is_test(name, listed)}
    objects = {path: {name: code[name] for name in names if name in code} for path, names in made.items()}
    changes = {path: sorted(macros.changed(macros.read(os.path.join(REPO, path)))) for path in job["withheld"]}
    record = {"tests": [asdict(test) for test in tests], "objects": objects, "names": names_of(found, tests), "macros": changes}
    with open(programs.RECORD, "w") as file:
        json.dump(record, file)
    for path in {path for paths in made.values() for path in paths}:
        os.unlink(path)


def make(commands, command):
    done = commands.run(command, listen=2)
    if done.status != 0:
        sys.exit(done.heard.decode("utf-8", "replace"))


def tried(test, commands):
    """The test with the way and the status that it ends with."""
    status, ends = programs.ended(test, commands)
    if not ends:
        return replace(test, sound=False)
    way, told = ends[-1]
    return replace(test, way=way, status=status, sound=told == str(status) and (status != 0) == test.will_fail)


def made_from(path, commands, command):
    """The files that building again writes once a file is newer."""
    full, before = os.path.join(REPO, path), times()
    time.sleep(0.02)  # file systems' clocks are coarse
    os.utime(full)
    make(commands, command)
    return sorted(name for name, moment in times().items() if before.get(name) != moment and name != full and is_binary(name))


def times():
    return {os.path.join(folder, name): os.lstat(os.path.join(folder, name)).st_mtime_ns
            for folder, _, names in os.walk(REPO) for name in names}


def is_binary(path):
    """An object, an archive or a program: not the records that build tools keep of their own work."""
    with open(path, "rb") as file:
        return file.read(8).startswith((b"\x7fELF", b"!<arch>\n"))


def is_test(path, found):
    return "main" in found["defined"] or macros.TEST_PATH.search(os.path.relpath(path, REPO)) is not None


def names_of(objects, tests):
    """Names that only tests' objects define, and those of the standard library."""
    named = {True: set(), False: set()}
    for path, found in objects.items():
        named[is_test(path, found)].update(found["defined"])
    only = named[True] - named[False]
    if any(test.way == "X" for test in tests):  # whoever may call exit could pass for a test that does
        only |= set(ENDINGS)
    return {"tests": sorted(only), "libraries": sorted(library_names())}


def library_names():
    found = set()
    for path in (os.path.join(folder, name) for folder in LIBRARY_FOLDERS for name in LIBRARIES):
        if os.path.exists(path):
            command = ["nm", "--dynamic", "--defined-only", "--format=posix", path]
            listing = subprocess.run(command, stdout=subprocess.PIPE, check=True)
            found |= {re.split("[@ ]", line)[0] for line in listing.stdout.decode().splitlines()}
    return found


if __name__ == "__main__":
    main()
