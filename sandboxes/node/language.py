"""JavaScript: program and tests are two scripts, run by the harness in the one global scope of a fresh Node.js, or divided
between two of them."""

from building import Command, encoded, memory_mib, write_source

# V8 ends a process whose heap is full by a signal, like a crash. So the heap may grow past the limit: there the kernel
# ends the process, or its peak shows what happened.
HEAP_ABOVE_LIMIT = 2
# Of the eight megabytes that the kernel gives. A list of some thousand links takes several times as many calls to be sent.
STACK_KIB = 3900


def build(program, payload):
    write_source("program.js", program.removeprefix("\ufeff"))
    write_source("tests.js", tests_of(payload))
    return node("harness.js")


def build_candidate(program, payload):
    write_source("program.js", program.removeprefix("\ufeff"))
    return node("candidate.js", payload["entry_point"])


def build_judge(tests):
    return node("harness.js", tests["entry_point"],
                files={"above.js": encoded(tests["above"] or ""), "tests.js": encoded(tests_of(tests))})


def tests_of(payload):
    return f"{payload.get('setup') or ''}\n{payload['tests']}"


def node(script, *arguments, files=None):
    options = [f"--max-old-space-size={memory_mib() * HEAP_ABOVE_LIMIT}", f"--stack-size={STACK_KIB}", "--no-warnings"]
    return Command("/usr/bin/node", ["node", *options, f"/opt/room/{script}", *arguments], files=files or {})
