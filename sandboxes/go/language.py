"""Go: program, tests and harness are files of packages `main`, compiled and linked without the go command.

Beside each other they are one package (`build`). Divided they are two: the program with package `serving`, which answers
calls, and the tests with a variable of the function's name and type, whose calls package `asking` passes on. `above`, the
benchmark's types and helper functions, stands beside the tests; the program has its own.

`go vet`, which `go test` runs, is left out: it judges style, and costs as much as compiling.
"""

import os
import re

from building import BuildFailed, Command, compile_with, into_memory, write_source

ROOM = "/opt/room"
TEST = re.compile(r"^func[ \t]+(Test\w*)[ \t]*\([ \t]*\w+[ \t]+\*testing\.T[ \t]*\)", re.MULTILINE)
MAIN = re.compile(r"^func[ \t]+main[ \t]*\(", re.MULTILINE)
PACKAGE = re.compile(r"^[ \t]*package[ \t]+\w+", re.MULTILINE)
DECLARATION = re.compile(r"func\s+(?P<name>\w+)\s*(?P<type>\(.*)", re.DOTALL)
LINE = re.compile(r"^program\.go:(\d+)", re.MULTILINE)
WITH_HTTP = re.compile(r"""["`](?:net/(?!url\b|netip\b|mail\b|textproto\b)|expvar\b)""")
# One CPU spares the kernel a few threads; the program sees one anyway. Without a folder for settings the tools leave no
# statistics in the program's own.
ENVIRONMENT = {"GOMAXPROCS": "1", "XDG_CONFIG_HOME": "/dev/null"}
# The linker frees little of what it holds: without collecting it takes a twentieth more memory, and a tenth less time.
LINKING = {"GOGC": "off"}


def build(program, payload):
    tests = with_package(f"{payload.get('setup') or ''}\n{payload['tests']}")
    # Variables are initialised in this order.
    return built({"harness.go": harness(tests), "program.go": program_alone(program), "tests.go": tests})


def build_candidate(program, payload):
    if DECLARATION.match(payload["declaration"] or "") is None:
        raise ValueError("the benchmark declares no function")
    return built({"program.go": program_alone(program), "serve.go": server(payload["declaration"])}, "-divided")


def build_judge(tests):
    above, code = tests["above"] or "", with_package(f"{tests['setup'] or ''}\n{tests['tests']}")
    if DECLARATION.match(tests["declaration"] or "") is None or not TEST.search(code):
        raise BuildFailed("there are no tests, or there is no function by whose type they could call")
    return built({"harness.go": harness(code), "above.go": with_package(above), "call.go": caller(tests["declaration"]),
                  "tests.go": code}, "-divided")


def program_alone(program):
    """Without a main function: program files have one of their own as often as not, and here it would stand in the way."""
    return MAIN.sub("func mainOfTheProgram(", with_package(program.removeprefix("\ufeff")))


def harness(tests):
    names = TEST.findall(tests)
    if not names:
        raise ValueError("the benchmark's tests hold no function TestX(t *testing.T)")
    listed = " ".join(f'{{"{name}", {name}}},' for name in names)
    with open(f"{ROOM}/harness.go") as file:
        return file.read().replace("/* TESTS */", listed).replace("assaySecret", unused_name("secret"))


def server(declaration):
    """A main function that serves the program's. That one must have the declared type, or this does not compile.

    >>> print(server("func Add(a, b int) int"), end="")  # doctest: +ELLIPSIS
    package main
    import serving... "assay/serving"
    var entry... func(a, b int) int = Add
    func main() { serving....Serve(entry...) }
    """
    name, kind = DECLARATION.match(declaration).group("name", "type")
    entry, serving = unused_name("entry"), unused_name("serving")
    return (f'package main\nimport {serving} "assay/serving"\nvar {entry} func{kind} = {name}\n'
            f"func main() {{ {serving}.Serve({entry}) }}\n")


def caller(declaration):
    """What the tests call in the place of the program's function.

    >>> print(caller("func Add(a, b int) int"), end="")  # doctest: +ELLIPSIS
    package main
    import asking... "assay/asking"
    var Add = asking....Proxy[func(a, b int) int]()
    """
    name, kind = DECLARATION.match(declaration).group("name", "type")
    asking = unused_name("asking")
    return f'package main\nimport {asking} "assay/asking"\nvar {name} = {asking}.Proxy[func{kind}]()\n'


def unused_name(stem):
    """No name for a program to use: each case has another one. Importing module secrets would cost each case 5 ms."""
    return f"{stem}{os.urandom(8).hex()}"


def library(files, more=""):
    """The list of packages to build these files with, from which nothing that needs net/http is missing.

    >>> library({"a.go": 'import "net/url"'}), library({"a.go": 'import "net/http"', "b.go": ""}, "-divided")
    ('/opt/room/importcfg-lean', '/opt/room/importcfg-divided')
    """
    return f"{ROOM}/importcfg{'' if any(map(WITH_HTTP.search, files.values())) else '-lean'}{more}"


def built(files, more=""):
    """The executable of a package of these files. Variables are initialised in their order. `more` as in `library`."""
    packages = library(files, more)
    for name, text in files.items():
        write_source(name, text)
    compile_with([f"{ROOM}/compile", "-o", "program.a", "-p", "main", "-complete", "-pack", "-dwarf=false", "-trimpath",
                  os.getcwd(), "-importcfg", packages, *files], line_of, **ENVIRONMENT)
    compile_with([f"{ROOM}/link", "-importcfg", packages, "-buildmode=exe", "-s", "-w", "-o", "a.out", "program.a"],
                 line_of, **ENVIRONMENT, **LINKING)
    for name in (*files, "program.a"):
        os.unlink(name)
    return Command(into_memory("a.out"), ["program"])


def with_package(code):
    """The code as a file of package main, unless it names a package itself.

    >>> with_package("func F() {}")
    'package main; func F() {}'
    """
    return code if PACKAGE.search(code) else f"package main; {code}"


def line_of(message):
    """The program's line that a compiler's message names first.

    >>> line_of("tests.go:3:1: first\\nprogram.go:7:2: second")
    '7'
    """
    match = LINE.search(message)
    return match[1] if match else ""
