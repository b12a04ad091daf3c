"""C++: one translation unit per case, compiled with the precompiled header of this image and linked with the harness.

Where the payload has a `declaration` (the signature that the answer was asked for), the tests stand *before* the program
and call the declared function, which is defined last and passes each call on:

1. `setup`: includes, `using`, helper functions of the benchmark;
2. the declaration under another name, and the tests, which mean it by the old name;
3. the program, in a namespace: it may define a `main` of its own, or the helpers again;
4. the declared function, calling the program's.

So no macro, operator or type of the program can change what the tests say, results have the declared type, and a program
with other parameter types (`const T&` for `T`) serves as well. Without a declaration the tests simply follow the program.
"""

import os
import re
import subprocess

from building import BuildFailed, Command, compile_with, into_memory, own_environment, write_source

ROOM = "/opt/room"
HEADER = ["-include", "bits/stdc++.h"]  # the precompiled one: it is used only as the first thing of all
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)
LINE = re.compile(r"^program\.cpp:(\d+)", re.MULTILINE)
STRONG = set("ABCDGRSTNPI")
# Replacing these is everybody's right.
REPLACEABLE = ("_Znw", "_Zna", "_Zdl", "_Zda")


def build(program, payload):
    write_source("unit.cpp", unit(program, payload))
    with open(f"{ROOM}/flags") as file:
        flags = file.read().split()
    compile_with(["g++", *flags, *HEADER, "-c", "unit.cpp", "-o", "unit.o"], line_of)
    refuse_library_symbols()
    compile_with(["g++", f"{ROOM}/harness.o", "unit.o", "-Wl,--wrap=main", "-o", "a.out", "-lcrypto"], line_of)
    os.unlink("unit.cpp")
    os.unlink("unit.o")
    return Command(into_memory("a.out"), ["program"])


def unit(program, payload):
    """The text to compile.

    >>> print(unit("int f(int a){return a;}", {"declaration": "int f(int a){", "entry_point": "f", "tests": "int main(){}"}))
    <BLANKLINE>
    <BLANKLINE>
    int assay_entry(int a);
    #define f assay_entry
    #line 1 "tests.cpp"
    int main(){}
    #undef f
    <BLANKLINE>
    namespace assay_program {
    #line 1 "program.cpp"
    int f(int a){return a;}
    }
    #line 1 "entry.cpp"
    int assay_entry(int a) { return assay_program::f(a); }
    """
    setup = "\n".join(payload.get(name) or "" for name in ("setup", "above"))
    tests, name = payload["tests"], payload.get("entry_point")
    program = program.removeprefix("\ufeff")
    if not payload.get("declaration"):
        return f'{setup}\n#line 1 "program.cpp"\n{program}\n#line 1 "tests.cpp"\n{tests}\n'
    result, parameters = signature(payload["declaration"], name)
    entry = f"{result} assay_entry({parameters})"
    includes = "\n".join(INCLUDE.findall(program))
    program = INCLUDE.sub("", program)
    passed = ", ".join(names(parameters))
    return "\n".join([
        setup, f"{entry};", f"#define {name} assay_entry", '#line 1 "tests.cpp"', tests, f"#undef {name}", includes,
        "namespace assay_program {", '#line 1 "program.cpp"', program, "}",
        '#line 1 "entry.cpp"', f"{entry} {{ return assay_program::{name}({passed}); }}",
    ])


def signature(declaration, name):
    """Type of the result and text of the parameters.

    >>> signature("vector<int> f(map<int, int> a, char b){", "f")
    ('vector<int>', 'map<int, int> a, char b')
    """
    match = re.fullmatch(rf"\s*(.+?)\s*\b{re.escape(name)}\s*\((.*)\)\s*\{{?\s*", declaration, re.DOTALL)
    if match is None:
        raise ValueError(f"the benchmark's declaration of {name} cannot be read")
    return match[1], match[2]


def names(parameters):
    """The parameters' names.

    >>> names("map<int, vector<int>> a, const char *b = nullptr, int c[3]")
    ['a', 'b', 'c']
    """
    found, depth, start = [], 0, 0
    for place, char in enumerate(parameters + ","):
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0 and (text := parameters[start:place].strip()):
            found.append(re.findall(r"\w+", re.sub(r"\[.*|=.*", "", text, flags=re.DOTALL))[-1])
        if char == "," and depth == 0:
            start = place + 1
    return found


def refuse_library_symbols():
    """A program that defines `memcmp` or a part of the standard library would change what the tests mean by them."""
    with open(f"{ROOM}/library-symbols") as file:
        library = set(file.read().split())
    for name in strong_symbols():
        if name in library and not name.startswith(REPLACEABLE):
            raise BuildFailed(f"the program defines {name}, which belongs to the standard library")


def strong_symbols():
    listing = subprocess.run(["nm", "--extern-only", "--defined-only", "--format=posix", "unit.o"],
                             stdout=subprocess.PIPE, check=True, env=own_environment())
    rows = [line.split() for line in listing.stdout.decode("utf-8", "replace").splitlines()]
    return [row[0] for row in rows if len(row) > 1 and row[1] in STRONG]


def line_of(message):
    match = LINE.search(message)
    return match[1] if match else ""
