"""What is told about benchmarks, and that packs are read again when they change."""

import pytest

from tests.api.world import CANARY, OPEN, SECRET, assert_problem


def test_the_packs_of_the_folder_are_offered(ann):
    items = ann.get("/v1/benchmarks").json()["items"]
    assert [(item["name"], item["version"], sorted(item["tasks"])) for item in items] == [
        (OPEN, "1.0", ["T"]), (SECRET, "1.0", ["IO", "M", "PT"])]


def test_a_benchmark_tells_its_rules_and_no_samples(ann):
    answer = ann.get(f"/v1/benchmarks/{SECRET}")
    tasks = {task["name"]: task for task in answer.json()["tasks"]}
    assert (tasks["IO"]["kind"], tasks["IO"]["samples"], tasks["IO"]["access"]) == ("python-io", 1, "private")
    assert tasks["PT"]["limits"]["memory_mib"] == 512 and tasks["PT"]["metrics"] == ["pass@1"]
    assert answer.json()["upload_limits"]["max_entries"] == 2000 and CANARY not in answer.text


def test_an_unknown_benchmark_names_close_ones(ann):
    assert "open" in assert_problem(ann.get("/v1/benchmarks/opem"), 404, "unknown_benchmark")["mend"]


def test_limits_are_published(ann, world):
    assert ann.get("/v1/limits").json()["max_upload_bytes"] == world.front.settings.max_upload_bytes


def test_a_changed_pack_is_offered_as_it_is_now_and_a_broken_one_not_at_all(world, ann):
    declared = world.front.settings.benchmarks / OPEN / "benchmark.yaml"
    before = declared.read_text()
    old = ann.get(f"/v1/benchmarks/{OPEN}").json()["digest"]
    declared.write_text(before.replace("'1.0'", "'2.0'"))
    try:
        assert ann.get(f"/v1/benchmarks/{OPEN}").json()["version"] == "2.0"
        job = ann.get(ann.upload().json()["links"]["job"]).json()
        assert job["benchmark"] == {"name": OPEN, "version": "2.0"}
        declared.write_text("tasks: [")
        assert_problem(ann.get(f"/v1/benchmarks/{OPEN}"), 404, "unknown_benchmark")
        assert ann.get(f"/v1/benchmarks/{SECRET}").status_code == 200
    finally:
        declared.write_text(before)
    assert ann.get(f"/v1/benchmarks/{OPEN}").json()["digest"] == old


@pytest.mark.parametrize("name", ["%00", "..", "%2e%2e%2fopen", "x" * 201, "%ff"])
def test_odd_names_are_refused(ann, name):
    assert ann.get(f"/v1/benchmarks/{name}").status_code in (404, 422)
