"""JavaScript: program and tests are two scripts of one global scope, run by the harness in a fresh Node.js."""

from building import Command, memory_mib, write_source

# V8 ends a process whose heap is full by a signal, like a crash. So the heap may grow past the limit: there the kernel
# ends the process, or its peak shows what happened.
HEAP_ABOVE_LIMIT = 2


def build(program, payload):
    write_source("program.js", program.removeprefix("\ufeff"))
    write_source("tests.js", f"{payload.get('setup') or ''}\n{payload['tests']}")
    heap = f"--max-old-space-size={memory_mib() * HEAP_ABOVE_LIMIT}"
    return Command("/usr/bin/node", ["node", heap, "--no-warnings", "/opt/room/harness.js"])
