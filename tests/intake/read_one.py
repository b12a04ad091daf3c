"""Reads one archive as a worker does and prints what came of it, with its cost, as JSON. Run as a process of its own:

    python -m tests.intake.read_one ARCHIVE
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from adapters.archive import Caps, inspect, open_members
from scoring.bundle import read_bundle
from scoring.errors import BadInput
from tests.intake.benchmark import BENCHMARK


def read(path: Path) -> dict[str, Any]:
    try:
        inspect(path, Caps())
        bundle = read_bundle(open_members(path, Caps()), BENCHMARK)
    except BadInput as error:
        return {"container": error.code, "status": error.status, "message": str(error), "mend": error.mend}
    problems = [problem.as_json() for problem in bundle.problems]
    return {"problems": problems} if bundle.has_errors else {"problems": problems, "scored": len(bundle.generations)}


def peak_kib() -> int:
    """Of this program alone: the figure of getrusage still holds what the parent had when it started us."""
    status = Path("/proc/self/status").read_text()
    return next(int(text.split()[1]) for text in status.splitlines() if text.startswith("VmHWM:"))


if __name__ == "__main__":
    began = time.process_time()
    result = read(Path(sys.argv[1]))
    print(json.dumps({**result, "cpu_seconds": time.process_time() - began, "peak_kib": peak_kib()}))
