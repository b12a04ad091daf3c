"""Java: a compiler that stays warm (Compiler.java, started by compiling.py) compiles program and tests in memory, and a fresh
JVM per case runs them (Harness.java). Class archives made with the image keep the start of both short.

A cold compiler would cost each program most of a second. The warm one is shared by the programs of a container, but meets
texts only, executes none of them and keeps nothing of them; docs/threats-by-room.md says what that means.

Where the payload has a `declaration` (a class and the heads of its methods, one a line), the tests use a class of ours in the
place of the program's. It has exactly these methods, passes each call on, and hands results back rebuilt from the library's own
classes (Plain.txt): a list of the program's whose `equals` is always true never meets a test.

Where a case is divided, two JVMs run it, and that class is two (calls.py): in the judge's it sends each call to the other JVM
(assay/Link.java), in the program's it passes it on (assay/Serving.java).
"""

import os
import re
import socket
import struct

import calls
from building import BuildFailed, Command, encoded, memory_mib, own_environment

JAVA = "/opt/jdk/bin/java"
CONNECTION = 5  # to the compiler, from compiling.py
LENGTH = struct.Struct(">i")
NO_ANSWER = "the compiler came to no end with it"  # compiling.py looks for these words
# Only the quick compiler (C1): programs are short, and the other one costs more than it wins, in javac too. No files
# under /tmp.
SHARED = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ReservedCodeCacheSize=48m", "-Xss16m",
          "-Xshare:auto", "-Dfile.encoding=UTF-8"]
FLAGS = [*SHARED, "-ea", "-cp", "/opt/room/harness.jar"]
COMPILER_FLAGS = [*SHARED, "-Xms112m", "-Xmn64m", "-Xmx192m", "-XX:MaxMetaspaceSize=64m", "-XX:+ExitOnOutOfMemoryError",
                  "-cp", "/opt/room/compiler.jar"]
# A harness calls few methods by reflection: to make code for that would cost each JVM some 4 ms.
DIVIDED_FLAGS = [*SHARED, "-Djdk.reflect.useNativeAccessorOnly=true", "-cp", "/opt/room/harness.jar"]
JUDGE = ["-XX:SharedArchiveFile=/opt/room/judge.jsa", "-ea", *DIVIDED_FLAGS]
CANDIDATE = ["-XX:SharedArchiveFile=/opt/room/candidate.jsa", "-ea", *DIVIDED_FLAGS]
COMPILER = ["-XX:SharedArchiveFile=/opt/room/compiler.jsa", *COMPILER_FLAGS, "Compiler"]
HARNESS = ["-XX:SharedArchiveFile=/opt/room/harness.jsa", *FLAGS]
# The JVM itself, its code and its classes.
JVM_MIB, LEAST_MIB = 192, 64

JUDGE_HEAP_MIB = 160
LINK_OF_JUDGE, LINK_OF_CANDIDATE = 5, 3



def build(program, payload):
    with socket.socket(fileno=CONNECTION) as connection, open("Classes", "wb") as classes:
        classes.write(compiled(connection, texts(program, payload)))
    arguments = [f"-Xmx{heap_mib()}m", f"-Djava.io.tmpdir={os.getcwd()}", *HARNESS]
    return Command(JAVA, ["java", *arguments, "Harness", "halt"], own_environment())


def build_candidate(program, payload):
    """The program, with a class that passes calls on to it."""
    name, heads = calls.declared(payload)
    entry_text = "\n".join((payload.get("above") or "", calls.candidate_entry(name, heads)))
    with socket.socket(fileno=CONNECTION) as connection:
        classes = compiled(connection, [program.removeprefix("\ufeff"), entry_text])
    return command([*CANDIDATE, "assay.Serving", "halt"], heap_mib(), classes, LINK_OF_CANDIDATE)


def build_judge(tests):
    """The tests, with a class that sends their calls away. Raises BuildFailed where they need more than its methods."""
    name, heads = calls.declared(tests)
    setup = "\n".join(tests.get(part) or "" for part in ("above", "setup"))
    main = re.sub(rf"\b{re.escape(name)}\b", "AssayEntry", tests["tests"])
    with open("/opt/room/Link.txt") as link, socket.socket(fileno=CONNECTION) as connection:
        sources = [link.read(), f"{setup}\n{main}", f"{setup}\n{calls.judge_entry(heads)}"]
        classes = compiled(connection, sources)
    return command([*JUDGE, "Harness", "halt", "divided"], min(JUDGE_HEAP_MIB, heap_mib()), classes, LINK_OF_JUDGE)


def heap_mib():
    return max(LEAST_MIB, memory_mib() - JVM_MIB)


def command(arguments, heap, classes, link):
    """`link`: which of its descriptors leads to the other half. The JVM gets it as its stdin (assay/Wire.java)."""
    own = [f"-Xmx{heap}m", f"-Djava.io.tmpdir={os.getcwd()}"]
    return Command(JAVA, ["java", *own, *arguments], own_environment(), files={"Classes": classes}, stdin=link)


def texts(program, payload):
    """What the compiler is given: the program, the tests, and the class between them if one is declared that can be read."""
    setup, tests = "\n".join(payload.get(name) or "" for name in ("above", "setup")), payload["tests"]
    program = program.removeprefix("\ufeff")
    name, *heads = (payload.get("declaration") or "").splitlines() or [""]
    if not heads or not all(map(calls.HEAD.match, heads)):  # such as a constructor's
        return [program, f"{setup}\n{tests}"]
    tests = re.sub(rf"\b{re.escape(name)}\b", "AssayEntry", tests)
    with open("/opt/room/Plain.txt") as plain:
        return [program, f"{setup}\n{tests}", f"{setup}\n{entry(name, heads)}\n{plain.read()}"]


def compiled(connection, sources):
    """The classes as Compiler.java packs them. Raises BuildFailed with the errors, or with NO_ANSWER if it ended meanwhile."""
    given = [encoded(text) for text in sources]
    try:
        answer = exchange(connection, b"".join(LENGTH.pack(len(data)) + data for data in given) + LENGTH.pack(-1))
    except OSError as error:
        raise BuildFailed(NO_ANSWER, ended=True) from error
    kind, body = answer[:1], answer[1 + LENGTH.size:]
    if len(answer) <= LENGTH.size or LENGTH.unpack_from(answer, 1)[0] != len(body):
        raise BuildFailed(NO_ANSWER, ended=True)
    if kind != b"c":
        line, _, errors = body.decode("utf-8", "replace").partition("\n")
        raise BuildFailed(errors, line)
    return body


def exchange(connection, data):
    """What comes back, to the very end: the agent looks whether the compiler has closed its own."""
    connection.sendall(data)
    answer = bytearray()
    while chunk := connection.recv(1 << 20):
        answer += chunk
    return bytes(answer)


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
    found = calls.HEAD.match(head)
    call = f"{of if found['static'] else 'program'}.{found['name']}({', '.join(names(found['parameters']))})"
    if found["type"] not in calls.PRIMITIVES:
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
