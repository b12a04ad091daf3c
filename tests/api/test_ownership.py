"""Tokens, and that a thing of somebody else looks exactly like a thing that does not exist."""

import time

import pytest

from adapters.db import attempts, tokens
from api.deps import CALLER_SECONDS
from tests.api.world import Door, assert_problem, finished_job, make_world, serving

UNKNOWN = "0" * 32


@pytest.fixture(scope="module")
def of_bob(world):
    job_id = finished_job(world, "bob")
    with world.front.db.read() as connection:
        row = attempts.verdict_page(connection, job_id, limit=1)[0]
    return {"job": job_id, "verdict": row["id"]}


PLACES = [
    ("GET", "/v1/jobs/{job}", "no_such_job"), ("GET", "/v1/jobs/{job}/events", "no_such_job"),
    ("GET", "/v1/jobs/{job}/report", "no_such_job"), ("GET", "/v1/jobs/{job}/verdicts", "no_such_job"),
    ("GET", "/v1/jobs/{job}/problems", "no_such_job"), ("GET", "/v1/jobs/{job}/diff?against={job}", "no_such_job"),
    ("POST", "/v1/jobs/{job}/cancel", "no_such_job"), ("GET", "/v1/verdicts/{verdict}", "no_such_verdict"),
    ("GET", "/v1/verdicts/{verdict}/log", "no_such_verdict"), ("GET", "/v1/submissions/{submission}", "no_such_submission"),
    ("POST", "/v1/submissions/{submission}/jobs", "no_such_submission"),
]


@pytest.mark.parametrize(("method", "place", "code"), PLACES)
def test_things_of_others_do_not_exist(bob, ann, of_bob, method, place, code):
    known = of_bob | {"submission": bob.get(f"/v1/jobs/{of_bob['job']}").json()["submission_id"]}
    unknown = {"job": UNKNOWN, "submission": UNKNOWN, "verdict": 2**63 - 1}
    details = []
    for ids in (known, unknown):
        found = assert_problem(ann.request(method, place.format(**ids)), 404, code)
        details.append({key: found[key] for key in ("title", "detail", "mend")})
    assert details[0] == details[1]


@pytest.mark.parametrize("place", [place for method, place, _ in PLACES if method == "GET"])
def test_their_owner_and_an_admin_see_them(bob, root, of_bob, place):
    ids = of_bob | {"submission": bob.get(f"/v1/jobs/{of_bob['job']}").json()["submission_id"]}
    assert [door.get(place.format(**ids)).status_code for door in (bob, root)] == [200, 200]


@pytest.mark.parametrize("authorization", [None, "Bearer nonsense", "Basic YTpi", "Bearer"])
@pytest.mark.parametrize("place", ["/v1/jobs", "/v1/benchmarks", "/v1/limits", f"/v1/jobs/{UNKNOWN}"])
def test_without_a_known_token_nothing_opens(stranger, authorization, place):
    answer = stranger.get(place, headers={"Authorization": authorization} if authorization else {})
    assert answer.json()["code"] in ("no_token", "unknown_token")
    assert_problem(answer, 401, answer.json()["code"])
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_stranger_uploads_nothing(world, stranger):
    before = world.left_behind()
    assert_problem(stranger.upload(), 401, "no_token")
    assert world.left_behind() == before


def test_a_revoked_token_stops_working_within_seconds(tmp_path):
    world = make_world(tmp_path)
    with serving(world.front) as url, Door(url, world.tokens["ann"]) as ann:
        assert ann.get("/v1/jobs").status_code == 200
        with world.front.db.write() as connection:
            tokens.revoke(connection, name="ann", now=time.time())
        time.sleep(CALLER_SECONDS + 0.1)
        assert_problem(ann.get("/v1/jobs"), 401, "unknown_token")
