"""Health, readiness and metrics."""

import re

from tests.api.world import Door, assert_problem, make_world, running_job, serving


def test_a_sound_service_is_alive_and_ready(stranger):
    assert stranger.get("/healthz").json() == {"status": "ok"}
    assert stranger.get("/readyz").json() == {"status": "ready", "checks": {"database": "ok", "blobs": "ok", "broker": "ok"}}


def test_a_broker_and_a_store_that_are_away_are_named(tmp_path):
    world = make_world(tmp_path, broker_url="redis://127.0.0.1:1/0", blobs=str(tmp_path / "file" / "blobs"))
    (tmp_path / "file").write_text("no folder")
    with serving(world.front) as url, Door(url, None) as stranger:
        answer = stranger.get("/readyz")
        assert stranger.get("/healthz").status_code == 200
    faults = assert_problem(answer, 503, "not_ready")["problems"]
    assert [fault["field"] for fault in faults] == ["blobs", "broker"]
    assert "127.0.0.1" not in answer.text and str(tmp_path) not in answer.text


def test_metrics_count_requests_by_route_and_work_by_state(world, ann, stranger):
    job_id = running_job(world, "ann")
    ann.get(f"/v1/jobs/{job_id}")
    ann.get("/no/such/route/4711")
    ann.request("PROPFIND", "/v1/jobs")
    text = stranger.get("/metrics").text
    assert 'assay_requests_total{method="GET",route="/v1/jobs/{job_id}",status="200"}' in text
    assert 'route="unmatched",status="404"' in text and 'method="other"' in text
    assert 'assay_request_seconds_bucket{le="0.5",route="/v1/jobs/{job_id}"}' in text
    assert 'assay_jobs{state="RUNNING"} 1.0' in text and 'assay_pending_cases{runtime="python"} 1.0' in text
    assert not re.search(r"[0-9a-f]{32}|4711", text)


def test_metrics_outlive_the_database(tmp_path):
    world = make_world(tmp_path)
    with serving(world.front) as url, Door(url, None) as stranger:
        world.front.db.close()
        for path in tmp_path.glob("assay.db*"):
            path.unlink()
        (tmp_path / "assay.db").mkdir()
        assert "assay_database_up 0.0" in stranger.get("/metrics").text
