"""Every archive of tests/intake at the door: a bad container is refused at once and leaves nothing behind; what only its
content is about is taken in, and told by the job."""

import time

import pytest

from adapters.db import jobs
from tests.api.world import assert_problem
from tests.intake.archives import build, load_expected, names

EXPECTED = load_expected()
SEEN_WHEN_READ = {"damaged"}  # a wrong checksum shows only when the member is read, which a worker does
SECONDS = 5


@pytest.mark.parametrize("name", names())
def test_an_archive_gets_its_answer_at_the_door(world, ann, tmp_path, name):
    archive, expected, before = build(name, tmp_path), EXPECTED[name], world.left_behind()
    with archive.open("rb") as file:
        began = time.monotonic()
        answer = ann.post("/v1/submissions", files={"file": (archive.name, file)}, data={"benchmark": "open"})
        assert time.monotonic() - began < SECONDS
    archive.unlink()
    if answer.status_code == 202:
        assert "container" not in expected or expected["container"] in SEEN_WHEN_READ
        world.front.blobs.delete(stored_blob(world, answer))
        return
    assert assert_problem(answer, expected["status"], expected["container"])["mend"]
    assert world.left_behind() == before


def stored_blob(world, answer) -> str:
    with world.front.db.read() as connection:
        return jobs.get_job(connection, answer.json()["job_id"])["blob"]
