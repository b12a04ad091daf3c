"""Work of any size: a pack of trivial programs, all different, and a submission that answers it."""

import json
import zipfile
from pathlib import Path

from cli.importers.writing import write_pack

NAME = "load"


def write_load(folder: Path, samples: int, *, seconds_each: float = 0.0) -> Path:
    """Writes the pack to `folder`/load and returns the submission `folder`/load.zip; every answer passes, after it has slept
    for `seconds_each`.
    """
    records = [{"inputs": {"prompt": "", "entry_point": "answer", "tests": f"assert answer() == {n}\n"},
                "outputs": {"solution": _answer(n, seconds_each)}, "meta": {"id": n}} for n in range(samples)]
    task = {"kind": "python-tests", "data": "load.jsonl", "metrics": ["pass@1"]}
    write_pack(folder / NAME, {"name": NAME, "version": "1", "tasks": {"Load": task}}, {"load.jsonl": records})
    lines = [json.dumps({"task": "Load", "id": n, "output": _answer(n, seconds_each)}) + "\n" for n in range(samples)]
    with zipfile.ZipFile(folder / f"{NAME}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("answers.jsonl", "".join(lines))
    return folder / f"{NAME}.zip"


def _answer(number: int, seconds: float) -> str:
    sleep = f"    import time\n    time.sleep({seconds})\n" if seconds else ""
    return f"def answer():\n{sleep}    return {number}\n"
