"""The scope and limits of MERA Code's published scorer, row by row, in the real room."""

import pytest

from scoring.benchmark import Limits, Sample, Task
from scoring.generation import Generation
from scoring.tasks import python_io, python_io_mera
from tests.scoring.vectors.reading import rows

LIMITS = Limits(cpu_seconds=5.0, wall_seconds=30.0, memory_mib=256, output_kib=256, processes=32, tmp_mib=16)


def sample_of(row: dict) -> Sample:
    return Sample(id=row["id"], inputs={"function": row["function"], "tests": row["tests"]},
                  outputs=["?"] * len(row["as_submitted"]), meta={"id": row["id"], "entry_point": row["entry_point"]})


def run(room, row: dict, profile: str):
    sample = sample_of(row)
    task = Task("ruHumanEval", "python-io", (sample,), runtime="python", limits=LIMITS)
    case = python_io.plan(task, sample, Generation("ruHumanEval", sample.id, 0, output=row["text"] or ""), profile)
    return room.run(case)


def test_a_reply_gives_the_results_of_its_row(mera_room, shared):
    found = rows(shared, "exec_ruhumaneval")
    given = {row["id"]: python_io_mera.results(run(mera_room, row, "mera-1")) for row in found if row["id"] != "generator"}
    assert given == {row["id"]: row["as_submitted"] for row in found if row["id"] in given}


FUNCTION = {"id": "x", "function": "def f(n):\n", "entry_point": "f", "tests": "[{'n': 1}, {'n': 2}]", "as_submitted": ["", ""]}


@pytest.mark.parametrize(("text", "results"), [
    ("    import time\n    time.sleep(2.5)\n    return n\n", "timed out"),
    ("    import time\n    time.sleep(1.5)\n    return n\n", ["1", "2"]),
    ("    return {n, 'a'} and [np.float64(n)]\n", ["[np.float64(1.0)]", "[np.float64(2.0)]"]),
    ("    global seen\n    seen = globals().get('seen', 0) + n\n    return seen\n", ["1", "3"]),
    ("    raise SystemExit\n", "timed out"),
    ("    import os\n    os._exit(0)\n", "timed out"),
    ("    import os\n    os.remove('x')\n", ["None", "None"]),
    ("    return n\x00\n", ["None", "None"]),
])
def test_what_the_rows_leave_out(mera_room, text, results):
    assert python_io_mera.results(run(mera_room, {**FUNCTION, "text": text}, "mera-1")) == results


def test_a_strict_program_finds_no_library_of_the_room(mera_room):
    row = {**FUNCTION, "text": "    import numpy\n    return n\n"}
    report = run(mera_room, row, "strict").report
    assert [result["error"] for result in report["results"]] == ["ModuleNotFoundError"] * 2
