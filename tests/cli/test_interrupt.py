"""`./assay test` that is interrupted leaves no container of its services behind."""

import signal
import subprocess
import sys
import time

import pytest

from tests.conftest import ROOT, docker, eventually

# A run of pytest with a service in it, under the command's own care; it tells the service's name and then takes its time.
WAITS = """
import time
from tests.conftest import redis

def test_that_takes_its_time(redis, request):
    open(request.config.rootpath / "name", "w").write(redis.name)
    time.sleep(60)
"""
STARTS = "import sys; from cli.commands.test import run_to_its_end; sys.exit(run_to_its_end(sys.argv[1:]))"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_ends_with_4_and_removes_its_containers(tmp_path, number):
    """A newcomer's Ctrl-C left a Postgres running for days: pytest was killed before it could tidy up."""
    (tmp_path / "test_waits.py").write_text(WAITS)
    inner = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.conftest", "--rootdir", tmp_path,
             tmp_path]
    with subprocess.Popen([sys.executable, "-c", STARTS, *map(str, inner)], cwd=ROOT, stdout=subprocess.DEVNULL) as run:
        eventually(lambda: (tmp_path / "name").exists() and (tmp_path / "name").read_text(), seconds=120)
        name = (tmp_path / "name").read_text()
        assert docker("ps", "--quiet", "--filter", f"name={name}")
        began = time.monotonic()
        run.send_signal(number)
        assert run.wait(timeout=30) == 4
    assert time.monotonic() - began < 30
    assert docker("ps", "--all", "--quiet", "--filter", f"name={name}") == ""
