"""Inside a room's image: runs programs as many runners do, beside their tests and judged by their exit status.

Standard library only, fed to the image's python3. Reads JSON `[[name, program, setup, tests], ...]` from stdin and
prints `{name: passed}`. The one argument is the room's name.
"""

import contextlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 20
GO_MAIN = """package main

import (
	"flag"
	"os"
	"testing"
	"testing/internal/testdeps"
)

func main() {
	testing.Init()
	flag.CommandLine.Parse(nil)
	tests := []testing.InternalTest{%s}
	os.Exit(testing.MainStart(testdeps.TestDeps{}, tests, nil, nil, nil).Run())
}
"""


def cpp(program, setup, tests):
    Path("main.cpp").write_text(f"{setup}\n{program}\n{tests}")
    yield ["g++", "-std=gnu++17", "-w", "-pthread", "-include", "bits/stdc++.h", "main.cpp", "-o", "program"]
    yield ["./program"]


def go(program, setup, tests):
    names = re.findall(r"^func (Test\w+)\(t", tests, re.MULTILINE)
    files = {"program.go": program, "tests.go": setup + tests,
             "main.go": GO_MAIN % ", ".join(f'{{"{name}", {name}}}' for name in names)}
    for name, text in files.items():
        Path(name).write_text(text)
    yield ["/opt/room/compile", "-o", "p.a", "-p", "main", "-pack", "-importcfg", "/opt/room/importcfg", *files]
    yield ["/opt/room/link", "-importcfg", "/opt/room/importcfg", "-o", "program", "p.a"]
    yield ["./program"]


def node(program, setup, tests):
    Path("main.js").write_text(f"{setup}\n{program}\n{tests}")
    yield ["node", "main.js"]


def java(program, setup, tests):
    public = re.search(r"^public (?:final )?class (\w+)", program, re.MULTILINE)
    name = f"{public[1] if public else 'Program'}.java"
    Path(name).write_text(program)
    Path("Main.java").write_text(f"{setup}\n{tests}")
    yield ["/opt/jdk/bin/javac", "-proc:none", "-nowarn", "-d", ".", name, "Main.java"]
    yield ["/opt/jdk/bin/java", "-ea", "-cp", ".", "Main"]


ROOMS = {"cpp": cpp, "go": go, "node": node, "java-maven": java}


def passes(room, program, setup, tests):
    """Success is exit status 0 without a failed assertion on stderr, or a last line that says so."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for command in ROOMS[room](program, setup, tests):
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
            except subprocess.TimeoutExpired:
                return False
            if done.stdout.rstrip().endswith("PASSED"):
                return True
            if done.returncode != 0 or "Assertion failed" in done.stderr:
                return False
    return True


if __name__ == "__main__":
    print(json.dumps({name: passes(sys.argv[1], *parts) for name, *parts in json.load(sys.stdin)}))
