"""Ctrl-C of a build: a line, the documented exit code, and no wait for what runs."""

import signal
import subprocess
import sys
import time

import pytest

from cli.cancelling import CANCELLED_LINE
from tests.conftest import ROOT

# A thread that takes its time, as builds do, and the main thread that waits for it.
WAITS = """
import time
from concurrent.futures import ThreadPoolExecutor
from cli.cancelling import ends_at_once

def begin(number):
    print("begun", flush=True)
    time.sleep(60)

with ends_at_once(), ThreadPoolExecutor(1) as pool:
    list(pool.map(begin, [1]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_cancelled_build_says_so_and_ends_at_once_with_4(number):
    """It printed nothing and ended with 130, when the threads that build let it."""
    with subprocess.Popen([sys.executable, "-c", WAITS], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as run:
        assert run.stdout.readline() == "begun\n"
        began = time.monotonic()
        run.send_signal(number)
        assert run.wait(timeout=30) == 4
        assert run.stderr.read().strip() == CANCELLED_LINE
    assert time.monotonic() - began < 10
