"""Pages of verdicts, logs, reports and their differences."""

import shutil

import pytest

from scoring.canonical import readable
from tests.api.world import CANARY, SECRET, assert_problem, finished_job, rejected_job, running_job


@pytest.fixture(scope="module")
def job(world):
    return finished_job(world, "ann")


def test_pages_join_to_the_whole(ann, job):
    whole = ann.get(f"/v1/jobs/{job}/verdicts").json()
    assert [(row["sample"], row["verdict"]) for row in whole["items"]] == [("1", "PASSED"), ("2", "WRONG_ANSWER")]
    first = ann.get(f"/v1/jobs/{job}/verdicts?limit=1").json()
    second = ann.get(first["links"]["next"]).json()
    assert first["items"] + second["items"] == whole["items"]
    assert (whole["next"], second["next"], second["links"]) == (None, None, {})


def test_a_pass_under_the_weaker_guarantee_says_so_in_the_page_and_alone(world, ann, job):
    weak = finished_job(world, "ann", report={"phase": "done", "results": [], "guarantee": "weak"})
    rows = ann.get(f"/v1/jobs/{weak}/verdicts").json()["items"]
    assert [(row["verdict"], row["weak_guarantee"]) for row in rows] == [("PASSED", True), ("WRONG_ANSWER", False)]
    assert ann.get(rows[0]["links"]["log"]).json()["weak_guarantee"] is True
    assert [row["weak_guarantee"] for row in ann.get(f"/v1/jobs/{job}/verdicts").json()["items"]] == [False, False]


@pytest.mark.parametrize(("filters", "samples"), [
    ({"verdict": "PASSED"}, ["1"]), ({"task": "T"}, ["1", "2"]), ({"task": "U"}, []), ({"sample": "2"}, ["2"]),
    ({"sample": "2", "verdict": "PASSED"}, []), ({"verdict": "PENDING"}, []),
])
def test_verdicts_can_be_filtered(ann, job, filters, samples):
    assert [row["sample"] for row in ann.get(f"/v1/jobs/{job}/verdicts", params=filters).json()["items"]] == samples


def test_a_filter_holds_on_the_next_page_too(world, ann):
    job_id = finished_job(world, "ann", SECRET)
    page = ann.get(f"/v1/jobs/{job_id}/verdicts", params={"verdict": "PASSED", "limit": 1}).json()
    assert "verdict=PASSED" in page["links"]["next"] and page["next"] in page["links"]["next"]


def test_attempts_that_wait_have_no_verdict(world, ann):
    page = ann.get(f"/v1/jobs/{running_job(world, 'ann')}/verdicts", params={"verdict": "PENDING"}).json()
    assert [(row["sample"], row["verdict"]) for row in page["items"]] == [("1", None)]


@pytest.mark.parametrize("parameters", [
    {"after": "!"}, {"after": "0"}, {"after": "1" * 19}, {"limit": 1001}, {"limit": 0}, {"verdict": "passed"},
    {"task": "\x00"}, {"sample": "x" * 1001},
])
def test_odd_questions_are_refused(ann, job, parameters):
    answer = ann.get(f"/v1/jobs/{job}/verdicts", params=parameters)
    assert_problem(answer, 422, answer.json()["code"])


def test_a_log_shows_answer_output_and_measures(ann, job):
    row = ann.get(f"/v1/jobs/{job}/verdicts").json()["items"][0]
    log = ann.get(row["links"]["log"]).json()
    assert (log["answer"], log["stdout"], log["withheld"], log["cpu_ms"]) == ("answer 1", f"out {CANARY}", False, 5)
    assert log["stderr"] == readable(f"err {CANARY}\x00\ud800")
    assert ann.get(row["links"]["verdict"]).json() == row


def test_the_log_of_a_room_that_prints_nothing_is_what_its_compiler_said(world, ann):
    refused = {"phase": "compile", "error": {"type": "compile error", "message": "m.cpp:1: error: no x", "line": 1}}
    quiet = finished_job(world, "ann", report=refused, stdout="", stderr="")
    row = ann.get(f"/v1/jobs/{quiet}/verdicts").json()["items"][0]
    assert ann.get(row["links"]["log"]).json()["stderr"] == "m.cpp:1: error: no x"


def test_an_attempt_that_never_ran_has_an_empty_log(ann, job):
    row = ann.get(f"/v1/jobs/{job}/verdicts").json()["items"][1]
    log = ann.get(row["links"]["log"]).json()
    assert (log["answer"], log["reason"], log["stdout"], log["exit_code"]) == ("answer 2", "odd", None, None)


def test_the_log_of_a_private_task_is_withheld(world, ann):
    job_id = finished_job(world, "ann", SECRET)
    rows = ann.get(f"/v1/jobs/{job_id}/verdicts").json()["items"]
    assert {row["task"] for row in rows} == {"M", "IO", "PT"}
    for row in rows:
        answer = ann.get(row["links"]["log"])
        log = answer.json()
        assert (log["withheld"], log["answer"], log["verdict"]) == (True, "answer 1", "PASSED")
        assert "private" in log["withheld_reason"] and CANARY not in answer.text
        assert {log[name] for name in ("stdout", "stderr", "exit_code", "signal", "cpu_ms", "wall_ms", "peak_kib")} == {None}


def test_a_log_stays_withheld_when_its_benchmark_is_not_offered_any_more(world, ann):
    job_id = finished_job(world, "ann", SECRET)
    [first, *_] = ann.get(f"/v1/jobs/{job_id}/verdicts").json()["items"]
    pack = world.front.settings.benchmarks / SECRET
    shutil.move(pack, world.home / "elsewhere")
    try:
        assert ann.get(first["links"]["log"]).json()["withheld"]
    finally:
        shutil.move(world.home / "elsewhere", pack)


@pytest.mark.parametrize("verdict_id", ["0", "-1", "x", str(2**63)])
def test_what_is_no_verdict_id_is_refused(ann, verdict_id):
    assert_problem(ann.get(f"/v1/verdicts/{verdict_id}"), 422, "bad_request_fields")


def test_the_report_is_the_stored_one_byte_for_byte(world, ann, job):
    answer = ann.get(f"/v1/jobs/{job}/report")
    assert answer.content == world.front.blobs.get(f"reports/{job}.json")
    assert answer.json()["content"]["profile"] == "strict"


def test_there_is_no_report_before_the_end(world, ann):
    assert_problem(ann.get(f"/v1/jobs/{running_job(world, 'ann')}/report"), 409, "not_done")
    assert_problem(ann.get(f"/v1/jobs/{rejected_job(world, 'ann')}/report"), 409, "not_done")


def test_two_reports_can_be_compared(world, ann, job):
    other = finished_job(world, "ann")
    found = ann.get(f"/v1/jobs/{job}/diff", params={"against": other}).json()
    assert found["same"] and found["tasks"]["T"] == {
        "metrics": {"exact_match": {"a": 0.5, "b": 0.5, "delta": 0.0}}, "changed": {}}
    waiting = running_job(world, "ann")
    assert_problem(ann.get(f"/v1/jobs/{job}/diff", params={"against": waiting}), 409, "not_done")
    assert_problem(ann.get(f"/v1/jobs/{job}/diff"), 422, "bad_request_fields")


def test_a_lost_report_is_our_fault(world, ann):
    lost = finished_job(world, "ann")
    world.front.blobs.delete(f"reports/{lost}.json")
    assert "retry-after" in ann.get(f"/v1/jobs/{lost}/report").headers
    assert_problem(ann.get(f"/v1/jobs/{lost}/report"), 503, "our_fault")
