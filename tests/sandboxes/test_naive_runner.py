"""Each cheat does cheat: a runner as many write it, one process and its exit status, takes it for a pass.

A case says so with `passes_naively = true`; the same cases must get another verdict in the room (test_python_room.py).
"""

import subprocess
import sys
import tomllib

import pytest

from scoring.verdict import PASSED
from tests.sandboxes.conftest import CASES

CHEATS = {
    path.parent.name: described
    for path in sorted((CASES / "python").glob("*/case.toml"))
    if (described := tomllib.loads(path.read_text("utf-8"))).get("passes_naively")
}


def passes_naively(program: str, tests: str, folder) -> bool:
    """Success is exit status 0, or a last line that says so."""
    done = subprocess.run([sys.executable, "-c", f"{program}\n{tests}"], cwd=folder, capture_output=True, text=True, timeout=20)
    return done.returncode == 0 or done.stdout.rstrip().endswith("PASSED")


def test_there_is_a_fair_number_of_cheats():
    assert len(CHEATS) >= 20


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_passes_in_a_naive_runner_and_not_here(name, tmp_path):
    program = (CASES / "python" / name / "program.py").read_text("utf-8")
    assert passes_naively(program, CHEATS[name]["tests"], tmp_path)
    assert CHEATS[name]["verdict"] != PASSED
