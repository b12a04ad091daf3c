def add(a, b):
    return a + b

import os
import signal

for pid in (1, -1):
    try:
        os.kill(pid, signal.SIGTERM if pid == 1 else 0)
    except (PermissionError, ProcessLookupError):
        continue
    assert pid == -1, "PID 1 took a signal"
