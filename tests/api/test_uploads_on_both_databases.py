"""What only the databases can promise: of concurrent equal requests one makes the job. On SQLite they queue up; on
Postgres they meet at the unique key."""

import dataclasses
import threading

import pytest

from adapters.db import jobs, tokens
from api.uploads import Upload, accept_upload
from scoring.errors import Conflict
from tests.api.world import ANSWERS, OPEN, make_world

CALLERS = 6


@pytest.fixture
def front(tmp_path, db):
    return dataclasses.replace(make_world(tmp_path / "home").front, db=db)


@pytest.fixture
def caller(front):
    with front.db.write() as connection:
        return tokens.find(connection, tokens.create(connection, name="ann", role="member", now=0.0))


def accept_at_once(front, caller, tmp_path, shas):
    """One thread per SHA-256, all starting together: what each came to."""
    results, start = [], threading.Barrier(len(shas))

    def accept(number: int, sha256: str) -> None:
        path = tmp_path / f"{number}.zip"
        path.write_bytes(ANSWERS)
        upload = Upload(path, sha256, len(ANSWERS), "answers.zip", OPEN, idempotency_key="k")
        start.wait()
        try:
            results.append(accept_upload(front, upload, caller))
        except Conflict as error:
            results.append(error)

    threads = [threading.Thread(target=accept, args=numbered) for numbered in enumerate(shas)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def stored(front, tmp_path) -> tuple[int, int]:
    with front.db.read() as connection:
        count = sum(jobs.state_counts(connection).values())
    return count, len(list((tmp_path / "home" / "blobs" / "submissions").iterdir()))


def test_concurrent_equal_requests_make_one_job(front, caller, tmp_path):
    results = accept_at_once(front, caller, tmp_path, ["a" * 64] * CALLERS)
    assert sorted(result.repeated for result in results) == [False] + [True] * (CALLERS - 1)
    assert len({result.job_id for result in results}) == 1
    assert stored(front, tmp_path) == (1, 1)


def test_of_concurrent_unequal_requests_under_one_key_one_wins(front, caller, tmp_path):
    results = accept_at_once(front, caller, tmp_path, [f"{number:064}" for number in range(CALLERS)])
    assert sum(isinstance(result, Conflict) for result in results) == CALLERS - 1
    assert stored(front, tmp_path) == (1, 1)
