"""Java: one fresh JVM per case compiles program and tests in memory and then runs them (Harness.java).

A compiler that stays warm would be cheaper still, but it would be shared by programs of different cases; this one ends
with its case, and had done its work before the program's first instruction. A class archive made with the image keeps the
start short.

Where the payload has a `declaration` (a class and the heads of its methods, one a line), the tests use a class of ours in the
place of the program's. It has exactly these methods, passes each call on, and hands results back rebuilt from the library's own
classes (Plain.txt): a list of the program's whose `equals` is always true never meets a test.
"""

import os
import re

from building import Command, memory_mib, own_environment, write_source

JAVA = "/opt/jdk/bin/java"
ARCHIVE = "/opt/room/room.jsa"
# Only the quick compiler (C1): programs are short, and the other one costs more than it wins. No files under /tmp.
FLAGS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ReservedCodeCacheSize=48m", "-Xss16m",
         "-ea", "-Dfile.encoding=UTF-8", "-cp", "/opt/room/harness.jar"]
# The JVM itself, its code and its classes, the compiler's among them.
JVM_MIB, LEAST_MIB = 192, 64


HEAD = re.compile(r"public\s+(?P<static>static\s+)?(?P<type>\S.*?)\s+(?P<name>\w+)\s*\((?P<parameters>.*)\)")
PRIMITIVES = {"void", "boolean", "byte", "char", "short", "int", "long", "float", "double"}


def build(program, payload):
    setup, tests = payload.get("setup") or "", payload["tests"]
    write_source("Program.txt", program.removeprefix("\ufeff"))
    if payload.get("declaration"):
        name, *heads = payload["declaration"].splitlines()
        tests = re.sub(rf"\b{re.escape(name)}\b", "AssayEntry", tests)
        with open("/opt/room/Plain.txt") as plain:
            write_source("Entry.txt", f"{setup}\n{entry(name, heads)}\n{plain.read()}")
    write_source("Tests.txt", f"{setup}\n{tests}")
    heap = max(LEAST_MIB, memory_mib() - JVM_MIB)
    arguments = [f"-Xmx{heap}m", f"-XX:SharedArchiveFile={ARCHIVE}", "-Xshare:auto", f"-Djava.io.tmpdir={os.getcwd()}", *FLAGS]
    return Command(JAVA, ["java", *arguments, "Harness", "halt"], own_environment())


def entry(name, heads):
    """The class that the tests use.

    >>> print(entry("Solution", ["public List<Integer> add(int a, Map<String, Integer> b)"]))
    class AssayEntry {
        private final Solution program = new Solution();
        public List<Integer> add(int a, Map<String, Integer> b) { return AssayPlain.of(program.add(a, b)); }
    }
    """
    methods = "\n".join(f"    {method(name, head)}" for head in heads)
    return f"class AssayEntry {{\n    private final {name} program = new {name}();\n{methods}\n}}"


def method(of, head):
    found = HEAD.match(head)
    if found is None:
        raise ValueError(f"the benchmark's method {head!r} cannot be read")
    call = f"{of if found['static'] else 'program'}.{found['name']}({', '.join(names(found['parameters']))})"
    if found["type"] not in PRIMITIVES:
        call = f"AssayPlain.of({call})"
    return f"{head} {{ {'' if found['type'] == 'void' else 'return '}{call}; }}"


def names(parameters):
    """The parameters' names: the last word before each comma that stands in no brackets.

    >>> names("Map<String, Integer> a, final int[] b, int c[]")
    ['a', 'b', 'c']
    """
    flat = parameters
    while (shorter := re.sub(r"<[^<>]*>", "", flat)) != flat:
        flat = shorter
    return [re.findall(r"\w+", part)[-1] for part in flat.split(",") if part.strip()]
