"""Go: program, tests and harness are three files of one package `main`, compiled and linked without the go command.

`go vet`, which `go test` runs, is left out: it judges style, and costs as much as compiling.
"""

import os
import re
import secrets

from building import Command, compile_with, into_memory, write_source

ROOM = "/opt/room"
TEST = re.compile(r"^func[ \t]+(Test\w*)[ \t]*\([ \t]*\w+[ \t]+\*testing\.T[ \t]*\)", re.MULTILINE)
MAIN = re.compile(r"^func[ \t]+main[ \t]*\(", re.MULTILINE)
PACKAGE = re.compile(r"^[ \t]*package[ \t]+\w+", re.MULTILINE)
LINE = re.compile(r"^program\.go:(\d+)", re.MULTILINE)
FILES = ("harness.go", "program.go", "tests.go")  # variables are initialised in this order
# Spares the kernel a few threads; the program sees one CPU anyway.
ENVIRONMENT = {"GOMAXPROCS": "1"}


def build(program, payload):
    tests = with_package(f"{payload.get('setup') or ''}\n{payload['tests']}")
    names = TEST.findall(tests)
    if not names:
        raise ValueError("the benchmark's tests hold no function TestX(t *testing.T)")
    # A program file has a main of its own as often as not; here it would stand in the harness' way.
    write_source("program.go", MAIN.sub("func mainOfTheProgram(", with_package(program.removeprefix("\ufeff"))))
    write_source("tests.go", tests)
    with open(f"{ROOM}/harness.go") as file:
        listed = " ".join(f'{{"{name}", {name}}},' for name in names)
        harness = file.read().replace("/* TESTS */", listed).replace("assaySecret", f"secret{secrets.token_hex(8)}")
    write_source("harness.go", harness)
    compile_with([f"{ROOM}/compile", "-o", "program.a", "-p", "main", "-complete", "-pack", "-trimpath", os.getcwd(),
                  "-importcfg", f"{ROOM}/importcfg", *FILES], line_of, **ENVIRONMENT)
    compile_with([f"{ROOM}/link", "-importcfg", f"{ROOM}/importcfg", "-buildmode=exe", "-s", "-w", "-o", "a.out", "program.a"],
                 line_of, **ENVIRONMENT)
    for name in (*FILES, "program.a"):
        os.unlink(name)
    return Command(into_memory("a.out"), ["program"])


def with_package(code):
    return code if PACKAGE.search(code) else f"package main; {code}"


def line_of(message):
    match = LINE.search(message)
    return match[1] if match else ""
