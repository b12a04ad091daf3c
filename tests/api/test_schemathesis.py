"""The OpenAPI document against a live service: no 5xx, no undocumented answer, every body in its described shape.

Seeded, so that a failure comes again; bounded, so that it runs with every other test.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.world import finished_job, make_world, rejected_job, running_job

COMMAND = Path(sys.executable).parent / "schemathesis"
CONFIG = Path(__file__).with_name("schemathesis.toml")
EXAMPLES_PER_OPERATION = 25


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = make_world(tmp_path_factory.mktemp("home"), max_upload_bytes=1024**2)
    made.front.stream_seconds = 0.2  # streams of unfinished jobs would outlast the test
    for make in (finished_job, rejected_job, running_job):  # their ids are found in GET /v1/jobs
        make(made, "ann")
    finished_job(made, "ann", "secret")
    return made


@pytest.mark.parametrize("seed", [1, 2])
def test_no_question_gets_an_undocumented_answer(world, url, tmp_path, seed):
    done = subprocess.run(
        [COMMAND, "--config-file", CONFIG, "--no-color", "run", f"{url}/openapi.json", "--seed", str(seed),
         "--header", f"Authorization: Bearer {world.tokens['ann']}", "--max-examples", str(EXAMPLES_PER_OPERATION),
         "--phases", "examples,coverage,fuzzing,stateful", "--max-failures", "20"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    assert "19 selected / 19 total" in done.stdout
