"""What the client's commands tell a person, against a live service."""

import os
import pty
import subprocess
import sys

import pytest

from cli.host.passthrough import environment
from tests.api.world import ANSWERS, OPEN, finished_job
from tests.conftest import ROOT


@pytest.fixture
def assay(world, url, tmp_path):
    def run(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cli", *arguments], cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60,
            check=True, env={**environment(), "ASSAY_HOME": str(tmp_path), "ASSAY_URL": url,
                             "ASSAY_TOKEN": world.tokens["ann"]})

    return run


def test_who_has_waited_for_a_job_is_told_where_its_results_are(world, assay):
    job_id = finished_job(world, "ann")
    done = assay("status", job_id, "--wait")
    assert f"./assay verdicts {job_id}" in done.stderr and f"./assay report {job_id} --out" in done.stderr
    assert done.stdout.rstrip().endswith(f"job {job_id}")
    assert "./assay" not in assay("report", job_id, "--json").stdout


def test_who_does_not_wait_is_told_how_to_follow(assay, tmp_path):
    (tmp_path / "answers.zip").write_bytes(ANSWERS)
    done = assay("submit", str(tmp_path / "answers.zip"), "--benchmark", OPEN)
    name, job_id = done.stdout.split()
    assert name == "job" and f"./assay status {job_id} --wait" in done.stderr


def test_verdicts_have_a_header_on_a_terminal_and_none_in_a_pipe(world, assay):
    job_id = finished_job(world, "ann")
    piped = assay("verdicts", job_id).stdout.splitlines()
    mine, theirs = pty.openpty()
    assay("verdicts", job_id, stdout=theirs)
    os.close(theirs)
    shown = os.read(mine, 100_000).decode().splitlines()
    os.close(mine)
    assert shown == ["id\ttask\tsample\tattempt\tverdict\treason", *piped] and len(piped) == 2
