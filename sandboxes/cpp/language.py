"""C++: one translation unit per case, compiled with the precompiled header of this image and linked with the harness.

Where the payload has a `declaration` (the signature that the answer was asked for), the tests stand *before* the program
and call the declared function, which is defined last and passes each call on:

1. `setup`: includes, `using`, helper functions of the benchmark;
2. the declaration under another name, and the tests, which mean it by the old name;
3. the program, in a namespace: it may define a `main` of its own, or the helpers again;
4. the declared function, calling the program's.

So no macro, operator or type of the program can change what the tests say, results have the declared type, and a program
with other parameter types (`const T&` for `T`) serves as well. Without a declaration that can be read (`int f(...)` names no
parameters to pass on) the tests simply follow the program.

A divided case has two units: `setup`, the declared function as a call over the link (asking.h) and the tests; and what of
the benchmark the program may see, a loop that answers calls (answering.h), and 3 and 4 from above.
"""

import os
import re
import subprocess

from building import BuildFailed, Command, compile_with, into_memory, own_environment, write_source

ROOM = "/opt/room"
# The first of each is precompiled, and used so only as the first thing of all.
USUAL, ALL = ["assay/usual.h"], ["bits/stdc++.h", "assay/answering.h", "assay/asking.h"]
# Words for what is in ALL only. One too many costs a compilation some time, a missing one costs it two attempts.
WANTS_ALL = re.compile(
    r"\b(?:(?:complex|future|promise|valarray|variant)\s*<|async\s*\(|execution::|filesystem::|chrono::|this_thread::|pmr::"
    r"|lock_guard|unique_lock|random_device|mt19937|\w+_engine|\w+_distribution|regex|smatch|from_chars|to_chars)")
# It takes a third of the usual linker's time. One thread, because a case has one CPU.
LINKER = ["-fuse-ld=mold", "-fno-use-linker-plugin", "-Wl,--thread-count=1"]
COMPILER_ENDED = "signal terminated program"  # says g++, which is not the compiler itself, and goes on
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)
LINE = re.compile(r"^program\.cpp:(\d+)", re.MULTILINE)
STRONG = set("ABCDGRSTNPI")
# Replacing these is everybody's right.
REPLACEABLE = ("_Znw", "_Zna", "_Zdl", "_Zda")


def build(program, payload):
    text = unit(program, payload)
    compile_unit(text)
    refuse_library_symbols()
    return linked(text, ["harness.o", "-Wl,--wrap=main"])


def build_judge(tests):
    """The tests alone, with the declared function passing its calls on over the link. Raises ValueError without a declaration
    that can be read: then they cannot be told from the program.
    """
    text = judges_unit(tests)
    compile_unit(text)
    return linked(text, ["harness.o", "-Wl,--wrap=main", "asking.o", "raised.o", "wire.o"])


def build_candidate(program, payload):
    """The program alone, with a main that answers calls. What it defines is its own affair: no test is near."""
    text = candidates_unit(program, payload)
    compile_unit(text)
    return linked(text, ["answering.o", "raised.o", "wire.o"])


def compile_unit(text):
    """Compiles with the usual part of the library where that does, else with all of it. Raises BuildFailed with what the
    compiler said the second time.
    """
    write_source("unit.cpp", text)
    if WANTS_ALL.search(text) is None:
        try:
            compile_behind(USUAL)
            return
        except BuildFailed as error:
            if error.ended:
                raise
    compile_behind(ALL)


def compile_behind(headers):
    with open(f"{ROOM}/flags") as file:
        flags = file.read().split()
    included = [word for header in headers for word in ("-include", header)]
    try:
        compile_with(["g++", *flags, *included, "-c", "unit.cpp", "-o", "unit.o"], line_of)
    except BuildFailed as error:
        error.ended = error.ended or COMPILER_ENDED in str(error)
        raise


def linked(text, parts):
    """The command that runs the compiled unit of this text. `parts`: objects of this room, and options of the linker."""
    libraries = ["-lcrypto"] if "openssl/" in text else []
    parts = [part if part.startswith("-") else f"{ROOM}/{part}" for part in parts]
    compile_with(["g++", *LINKER, *parts, "unit.o", "-o", "a.out", *libraries], line_of)
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
    #undef a
    #undef int
    int assay_entry(int a) { return assay_program::f(a); }
    """
    setup = shown(payload, "setup", "above")
    try:
        entry, call = entry_and_call(payload, f"assay_program::{payload['entry_point']}")
    except ValueError:
        return f'{setup}\n#line 1 "program.cpp"\n{without_mark(program)}\n#line 1 "tests.cpp"\n{payload["tests"]}\n'
    return "\n".join([
        setup, f"{entry};", *around_tests(payload), *in_its_namespace(program), *without_macros(payload, setup),
        f"{entry} {{ return {call}; }}",
    ])


def judges_unit(tests):
    """The text of the tests' half.

    >>> print(judges_unit({"declaration": "int f(int a){", "entry_point": "f", "tests": "int main(){}"}))
    <BLANKLINE>
    <BLANKLINE>
    int assay_entry(int a) { return ::assay_wire::call(&assay_entry, a); }
    #define f assay_entry
    #line 1 "tests.cpp"
    int main(){}
    #undef f
    """
    entry, call = entry_and_call(tests, "::assay_wire::call", "&assay_entry")
    return "\n".join([
        shown(tests, "setup", "above"), *wire_of_any(tests), f"{entry} {{ return {call}; }}", *around_tests(tests)])


def candidates_unit(program, payload):
    """The text of the program's half.

    >>> print(candidates_unit("int f(int a){return a;}", {"declaration": "int f(int a){", "entry_point": "f", "above": ""}))
    <BLANKLINE>
    int assay_entry(int a);
    ASSAY_SERVE(assay_entry)
    <BLANKLINE>
    namespace assay_program {
    #line 1 "program.cpp"
    int f(int a){return a;}
    }
    #line 1 "entry.cpp"
    #undef a
    #undef int
    int assay_entry(int a) { return assay_program::f(a); }
    """
    entry, call = entry_and_call(payload, f"assay_program::{payload['entry_point']}")
    return "\n".join([
        shown(payload, "above"), *wire_of_any(payload), f"{entry};", "ASSAY_SERVE(assay_entry)", *in_its_namespace(program),
        *without_macros(payload, shown(payload, "above")), f"{entry} {{ return {call}; }}",
    ])


def wire_of_any(payload):
    """What else can be sent where the benchmark's code speaks of `any`; it costs a compilation too much to be always there.

    >>> wire_of_any({"declaration": "int f(boost::any a)", "above": ""})
    ['#include <assay/any.h>']
    """
    return ["#include <assay/any.h>"] if re.search(r"\bany\b", shown(payload, "declaration", "above")) else []


def shown(payload, *names):
    return "\n".join(payload.get(name) or "" for name in names)


def entry_and_call(payload, callee, *first):
    """The head of the declared function under its other name, and a call of something else with its parameters. Raises
    ValueError if the declaration cannot be read.
    """
    result, parameters = signature(payload.get("declaration") or "", payload["entry_point"] or "")
    return f"{result} assay_entry({parameters})", f"{callee}({', '.join([*first, *names(parameters)])})"


def around_tests(payload):
    """The tests, with the other name for the declared one."""
    name = payload["entry_point"]
    return f"#define {name} assay_entry", '#line 1 "tests.cpp"', payload["tests"], f"#undef {name}"


def in_its_namespace(program):
    """The program behind its includes, and the line at which the declared function is to follow."""
    program = without_mark(program)
    return ("\n".join(INCLUDE.findall(program)), "namespace assay_program {", '#line 1 "program.cpp"',
            INCLUDE.sub("", program), "}", '#line 1 "entry.cpp"')


def without_macros(payload, above):
    """What frees the declaration's words of a meaning that the program gave them: `#define int long long` is a habit of many.

    >>> without_macros({"declaration": "int f(ll a){", "entry_point": "f"}, "#define ll long long")
    ['#undef a', '#undef int']
    """
    words = re.findall(r"\b[A-Za-z_]\w*", " ".join(signature(payload["declaration"], payload["entry_point"])))
    own = re.findall(r"#[ \t]*define[ \t]+(\w+)", above)
    return [f"#undef {word}" for word in sorted({*words} - {*own, payload["entry_point"]})]


def without_mark(program):
    return program.removeprefix("\ufeff")


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
    """The parameters' names. Raises ValueError for one without, such as `...`.

    >>> names("map<int, vector<int>> a, const char *b = nullptr, int c[3]")
    ['a', 'b', 'c']
    """
    found, depth, start = [], 0, 0
    for place, char in enumerate(parameters + ","):
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0 and (text := parameters[start:place].strip()):
            words = re.findall(r"\w+", re.sub(r"\[.*|=.*", "", text, flags=re.DOTALL))
            if not words:
                raise ValueError(f"the parameter {text!r} has no name")
            found.append(words[-1])
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
