import locale
import os
import sys
import time


def facts():
    return [
        time.tzname[0], hash("assay"), locale.getpreferredencoding(), os.cpu_count(), len(os.sched_getaffinity(0)),
        sorted(name for name in os.environ if name not in ("HOME", "TMPDIR", "PWD", "SHLVL", "_")), sys.stdin.read(),
    ]
