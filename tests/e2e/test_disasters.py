"""A job in whose middle agents, workers and the container engine die: every case ends right and none pays for it."""

import os
import shutil
from pathlib import Path

import pytest

from cli import soak_engine

SAMPLES = 60


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("dockerd"), reason="a second engine needs root and dockerd")
def test_a_job_survives_the_death_of_everything_that_runs_it(tmp_path):
    bridge = Path("/sys/class/net/docker0")
    had_bridge = bridge.exists()
    found = soak_engine.run(tmp_path, SAMPLES)
    assert bridge.exists() == had_bridge, "the second engine touched the machine's network"
    assert found["verdicts"] == {"PASSED": SAMPLES} and found["unscored"] == 0
    assert found["disasters"].keys() == {"agent killed", "worker killed", "engine restarted", "engine killed"}
    assert found["blamed"] >= 1, "nothing was met in its middle"
    assert soak_engine.is_sound(found)
