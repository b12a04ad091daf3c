"""The child process: one JSON line in, one out. Started by `workers.textroom.comparer`; ends when its input does.

A request is `{"cpu_seconds": number, "payload": request of scoring.similarity.pairs}`. An answer is `{"results": [...],
"cpu_ms": int, "peak_kib": int}`, `{"memory_exceeded": true}`, or `{"fault": text}` when our side failed. Over its CPU time
the process ends by SIGPROF: the parser may be deep in C, where nothing gentler reaches it.
"""

import gc
import json
import resource
import signal
import sys
import threading
import time
from typing import Any

from scoring.similarity.pairs import compare

STACK_BYTES = 512 * 1024**2  # parsers in C recurse once per nesting, and the longest answer may be nothing but nesting
MEMORY_BYTES = 2 * 1024**3  # of address space; two texts of the greatest length take a tenth of it


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    gc.set_threshold(200_000)  # trees have no cycles: looking for some at every 700 objects takes a twentieth of the time
    for line in sys.stdin.buffer:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, request["cpu_seconds"])
        answer = answer_to(request["payload"])
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdout.buffer.write(json.dumps(answer).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()


def answer_to(payload: dict[str, Any]) -> dict[str, Any]:
    began = time.process_time()
    try:
        results = compare(payload)
    except MemoryError:
        return {"memory_exceeded": True}
    except Exception as error:  # noqa: BLE001 - whatever fails in here is our fault, and must reach the worker as that
        return {"fault": f"{type(error).__name__}: {error}"}
    cpu_ms = round(1000 * (time.process_time() - began))
    return {"results": results, "cpu_ms": cpu_ms, "peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    threading.stack_size(STACK_BYTES)
    serving = threading.Thread(target=main)
    serving.start()
    serving.join()
