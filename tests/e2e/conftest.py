"""Running the command line as a user does."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.host.passthrough import environment
from tests.conftest import ROOT


def run_cli(*arguments: str | Path, home: Path, expect: int = 0, timeout: float = 900, **variables: str) -> str:
    """Standard output of `assay ARGUMENTS`; fails when it ends with another exit code than `expect`."""
    done = subprocess.run(
        [sys.executable, "-m", "cli", *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
        env={**environment(), "PYTHONPATH": str(ROOT), "ASSAY_HOME": str(home), **variables},
    )
    assert done.returncode == expect, f"exit code {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-6000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def embedded_home(tmp_path_factory) -> Path:
    """One home for all embedded runs: its database already knows that the sandbox passed its self-test."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def score(embedded_home):
    """`score(zip, benchmark, *options)` -> the JSON document that the command prints."""

    def run(archive: Path, benchmark: Path | str, *options: str, expect: int = 0) -> dict:
        return json.loads(run_cli("score", archive, "--benchmark", benchmark, "--json", *options,
                                  home=embedded_home, expect=expect))

    return run


@pytest.fixture(scope="session")
def humaneval(shared, tmp_path_factory, embedded_home):
    """`humaneval(attempts)` -> folder of a pack imported from the published file."""
    made: dict[int, Path] = {}

    def pack(attempts: int = 1) -> Path:
        if attempts not in made:
            made[attempts] = tmp_path_factory.mktemp("packs") / f"humaneval-{attempts}"
            source = shared / "cases" / "humaneval" / "HumanEval.jsonl.gz"
            run_cli("benchmark", "import", "humaneval", "--from", source, "--to", made[attempts],
                    "--attempts", str(attempts), home=embedded_home)
        return made[attempts]

    return pack
