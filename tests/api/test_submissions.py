"""Taking archives in: what is stored, what is refused, and that a repeated request makes one job."""

import hashlib
import json
import threading

import pytest

from adapters.db import jobs, submissions
from scoring import states
from scoring.canonical import readable
from tests.api.world import ANSWERS, OPEN, Door, assert_problem, finished_job, make_world, serving


def stored_job(world, job_id):
    with world.front.db.read() as connection:
        return jobs.get_job(connection, job_id)


def test_an_upload_is_stored_whole_before_it_is_answered(world, ann):
    answer = ann.upload(metadata='{"model": "m7"}', partial="true", no_cache="1")
    assert answer.status_code == 202
    body = answer.json()
    job = stored_job(world, body["job_id"])
    assert (job["state"], job["partial"], job["no_cache"]) == (states.QUEUED, True, True)
    assert (job["sha256"], job["size"], job["metadata"]) == (hashlib.sha256(ANSWERS).hexdigest(), len(ANSWERS), {"model": "m7"})
    assert (job["benchmark"], job["profile"], job["filename"]) == (OPEN, "strict", "answers.zip")
    assert world.front.blobs.get(job["blob"]) == ANSWERS
    assert world.front.snapshots.load(job["benchmark_digest"]).name == OPEN
    assert answer.headers["location"] == body["links"]["job"] == f"/v1/jobs/{body['job_id']}"
    assert list((world.home / "spool").iterdir()) == []


def test_a_submission_tells_its_jobs(ann):
    body = ann.upload().json()
    found = ann.get(body["links"]["submission"]).json()
    assert (found["jobs"], found["size"]) == ([body["job_id"]], len(ANSWERS))


@pytest.mark.parametrize(("fields", "code"), [
    ({"benchmark": "opne"}, "unknown_benchmark"),
    ({"profile": "nope"}, "unknown_profile"),
])
def test_unknown_rules_are_refused_with_the_closest_ones(world, ann, fields, code):
    before = world.left_behind()
    found = assert_problem(ann.upload(**fields), 422, code)
    assert "open" in found["mend"] or "strict" in found["mend"]
    assert world.left_behind() == before


@pytest.mark.parametrize(("fields", "field", "code"), [
    ({"benchmark": ""}, "benchmark", "missing_field"),
    ({"partial": "maybe"}, "partial", "not_boolean"),
    ({"no_cache": "2"}, "no_cache", "not_boolean"),
    ({"colour": "red"}, "colour", "unknown_field"),
    ({"profile": "x" * 33}, "profile", "field_too_long"),
    ({"metadata": "[1]"}, "metadata", "no_object"),
    ({"metadata": "{"}, "metadata", "bad_json"),
    ({"metadata": '{"a": NaN}'}, "metadata", "bad_json"),
    ({"metadata": '{"a": 1e999}'}, "metadata", "bad_json"),
    ({"metadata": "[" * 60_000}, "metadata", "bad_json"),
    ({"metadata": '{"a":' * 100 + "1" + "}" * 100}, "metadata", "no_object"),
    ({"metadata": json.dumps({"a": "x" * 70_000})}, "metadata", "field_too_long"),
    ({"profile": "a\x00b"}, "profile", "nul"),
])
def test_an_unusable_field_is_named(world, ann, fields, field, code):
    before = world.left_behind()
    found = assert_problem(ann.upload(**fields), 422, "bad_request_fields")
    assert [(fault["field"], fault["code"]) for fault in found["problems"]] == [(field, code)]
    assert world.left_behind() == before


def test_several_faults_of_a_form_are_told_at_once(ann):
    answer = ann.post("/v1/submissions", files={"benchmark": (None, "")}, data={"partial": "?"})
    found = assert_problem(answer, 422, "bad_request_fields")
    assert {fault["field"] for fault in found["problems"]} == {"file", "benchmark", "partial"}


def test_a_field_may_come_once_only(ann):
    answer = ann.post("/v1/submissions", files=[("file", ("a.zip", ANSWERS)), ("file", ("b.zip", ANSWERS))],
                      data={"benchmark": OPEN})
    assert assert_problem(answer, 422, "bad_request_fields")["problems"][0]["code"] == "repeated_field"


FORM_HEAD = b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'


@pytest.mark.parametrize(("body", "kind", "code"), [
    (b"{}", "application/json", "bad_form"),
    (b"", "multipart/form-data", "bad_form"),
    (b"", "multipart/form-data; boundary=B", "upload_cut"),
    (b"nonsense", "multipart/form-data; boundary=B", "bad_form"),
    (FORM_HEAD + ANSWERS, "multipart/form-data; boundary=B", "upload_cut"),
    (b"--B\r\n" + b"X" * 10_000, "multipart/form-data; boundary=B", "bad_form"),
    (b"--B\r\n\r\nx\r\n--B--\r\n", "multipart/form-data; boundary=B", "bad_request_fields"),
])
def test_a_body_that_is_no_whole_form_is_refused(world, ann, body, kind, code):
    before = world.left_behind()
    assert_problem(ann.post("/v1/submissions", content=body, headers={"Content-Type": kind}), 422, code)
    assert world.left_behind() == before


def test_a_store_that_takes_nothing_is_our_fault(tmp_path):
    world = make_world(tmp_path, blobs=str(tmp_path / "file" / "blobs"))
    (tmp_path / "file").write_text("no folder")
    with serving(world.front) as url, Door(url, world.tokens["ann"]) as ann:
        answer = ann.upload()
    assert_problem(answer, 503, "our_fault")
    assert answer.headers["retry-after"] and world.left_behind() == (0, 0, 0) and str(tmp_path) not in answer.text


def test_untrusted_words_are_stored_readable(world, ann):
    job_id = ann.upload(metadata='{"model": "a\\u0000b\\ud800"}').json()["job_id"]
    stored = {"model": readable("a\x00b\ud800")}
    assert stored_job(world, job_id)["metadata"] == ann.get(f"/v1/jobs/{job_id}").json()["metadata"] == stored


def test_a_file_name_is_only_a_name(world, ann):
    answer = ann.post("/v1/submissions", files={"file": ("../../etc/passwd", ANSWERS)}, data={"benchmark": OPEN})
    assert stored_job(world, answer.json()["job_id"])["filename"] == "passwd"


def test_the_same_request_under_a_key_makes_one_job(world, ann):
    first = ann.upload(key="k1")
    before = world.left_behind()
    again = ann.upload(key="k1")
    assert (first.status_code, again.status_code) == (202, 200)
    assert again.json() == first.json() | {"repeated": True}
    assert world.left_behind() == before


@pytest.mark.parametrize("other", [{"partial": "true"}, {"metadata": '{"a": 1}'}, {"profile": "mera-1"},
                                   {"data": ANSWERS + b"\0"}])
def test_a_key_is_for_one_request_only(ann, other):
    ann.upload(key="k2")
    assert_problem(ann.upload(key="k2", **other), 409, "idempotency_key_reused")


def test_keys_of_two_callers_are_apart(ann, bob):
    assert ann.upload(key="k3").json()["job_id"] != bob.upload(key="k3").json()["job_id"]


def test_concurrent_equal_uploads_make_one_job(world, ann):
    before, answers = world.left_behind(), []
    threads = [threading.Thread(target=lambda: answers.append(ann.upload(key="k4"))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [202]
    assert len({answer.json()["job_id"] for answer in answers}) == 1
    assert [after - earlier for after, earlier in zip(world.left_behind(), before, strict=True)] == [1, 1, 0]


@pytest.mark.parametrize("key", ["", "a b", "x" * 201])
def test_an_odd_key_is_refused(ann, key):
    answer = ann.post("/v1/submissions", headers={"Idempotency-Key": key})
    assert_problem(answer, 422, "bad_request_fields")


def test_scoring_again_makes_a_new_job_and_keeps_the_old_report(world, ann):
    old = finished_job(world, "ann")
    submission_id = stored_job(world, old)["submission_id"]
    answer = ann.post(f"/v1/submissions/{submission_id}/jobs", json={"profile": "mera-1", "no_cache": True})
    assert answer.status_code == 202 and answer.headers["location"] == answer.json()["links"]["job"]
    new = stored_job(world, answer.json()["job_id"])
    assert (new["submission_id"], new["state"]) == (submission_id, states.QUEUED)
    assert (new["profile"], new["no_cache"]) == ("mera-1", True)
    assert ann.get(f"/v1/jobs/{old}/report").status_code == 200
    with world.front.db.read() as connection:
        assert submissions.jobs_of(connection, submission_id) == [old, new["id"]]


def test_scoring_again_keeps_what_is_not_changed(world, ann):
    first = ann.upload(partial="true", profile="mera-1").json()
    again = stored_job(world, ann.post(f"/v1/submissions/{first['submission_id']}/jobs").json()["job_id"])
    assert (again["profile"], again["partial"], again["no_cache"]) == ("mera-1", True, False)


@pytest.mark.parametrize(("body", "status", "code"), [
    ({"profile": "nope"}, 422, "unknown_profile"), ({"benchmark": "nope"}, 422, "unknown_benchmark"),
    ({"colour": "red"}, 422, "bad_request_fields"), ({"metadata": "x" * 70_000}, 413, "too_large"),
])
def test_scoring_again_refuses_what_it_cannot_use(ann, body, status, code):
    submission_id = ann.upload().json()["submission_id"]
    assert_problem(ann.post(f"/v1/submissions/{submission_id}/jobs", json=body), status, code)
