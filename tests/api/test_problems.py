"""Refusals of every kind are problem documents, and tell nothing that they should not."""

import shutil

import pytest

from tests.api.world import Door, assert_problem, finished_job, make_world, serving


def test_an_unknown_route_and_a_wrong_method_are_problems(ann):
    assert_problem(ann.get("/v1/nothing"), 404, "no_such_route")
    answer = ann.delete("/v1/jobs")
    assert_problem(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["allow"]


def test_a_malformed_id_names_the_parameter(ann):
    found = assert_problem(ann.get("/v1/jobs/xyz"), 422, "bad_request_fields")
    assert [fault["field"] for fault in found["problems"]] == ["path.job_id"]


@pytest.mark.parametrize(("body", "code"), [(b'{"a"', "bad_request_fields"), (b'{"profile": "\xff"}', "bad_body"),
                                            (b"[" * 50_000, "bad_body"), (b'{"profile": "\\ud800"}', "bad_request_fields")])
def test_broken_json_is_a_problem(ann, body, code):
    submission = ann.upload().json()["submission_id"]
    answer = ann.post(f"/v1/submissions/{submission}/jobs", content=body, headers={"Content-Type": "application/json"})
    assert_problem(answer, 422, code)


@pytest.mark.parametrize(("given", "kept"), [("abc-1.2_3", True), ("x" * 65, False), ("a b", False), ("", False)])
def test_a_request_id_is_kept_when_it_is_harmless(ann, given, kept):
    answer = ann.get("/healthz", headers={"X-Request-ID": given})
    assert (answer.headers["x-request-id"] == given) == kept
    assert answer.headers["x-request-id"]


def test_an_unforeseen_exception_tells_nothing_but_its_id(tmp_path, monkeypatch):
    world = make_world(tmp_path)

    def break_down(*_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(world.front.catalogue, "offers", break_down)
    with serving(world.front) as url, Door(url, world.tokens["ann"]) as ann:
        answer = ann.get("/v1/benchmarks", headers={"X-Request-ID": "trace-me"})
    found = assert_problem(answer, 500, "unexpected")
    assert found["request_id"] == "trace-me" and "secret" not in answer.text


def test_a_database_that_is_away_is_503_and_comes_back(tmp_path):
    world = make_world(tmp_path)
    job_id = finished_job(world, "ann")
    with serving(world.front) as url, Door(url, world.tokens["ann"]) as ann:
        world.front.db.close()
        hidden = tmp_path / "hidden"
        hidden.mkdir()
        for path in tmp_path.glob("assay.db*"):
            shutil.move(path, hidden)
        (tmp_path / "assay.db").mkdir()  # cannot be opened as a database
        away = ann.get(f"/v1/jobs/{job_id}")
        assert_problem(away, 503, "database_away")
        assert away.headers["retry-after"]
        assert [fault["field"] for fault in assert_problem(ann.get("/readyz"), 503, "not_ready")["problems"]] == ["database"]
        (tmp_path / "assay.db").rmdir()
        for path in hidden.iterdir():
            shutil.move(path, tmp_path)
        assert ann.get(f"/v1/jobs/{job_id}").json()["state"] == "DONE"
