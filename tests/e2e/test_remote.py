"""The client's commands against `assay serve`, and the exit codes that scripts rely on."""

import json
import zipfile
from pathlib import Path

import pytest

from adapters.settings import ROOT
from cli.bench.load import NAME, write_load
from cli.bench.server import MeasuredServer
from tests.e2e.conftest import run_cli

EXAMPLE = ROOT / "benchmarks" / "example" / "submission" / "example-submission.zip"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    write_load(folder, 2_000)
    (folder / "example").symlink_to(ROOT / "benchmarks" / "example")
    with MeasuredServer(folder / "home", folder) as server:
        yield server


@pytest.fixture
def remote(served, tmp_path):
    def run(*arguments: str | Path, expect: int = 0) -> str:
        return run_cli(*arguments, home=tmp_path, expect=expect, ASSAY_URL=served.url, ASSAY_TOKEN=served.token)

    return run


def test_submit_wait_ends_with_the_report(remote, tmp_path):
    report = json.loads(remote("submit", EXAMPLE, "--benchmark", "example", "--wait", "--json"))
    assert report["content"]["benchmark"]["name"] == "example"
    job = report["provenance"]["job"]
    assert json.loads(remote("report", job, "--json")) == report
    assert json.loads(remote("status", job, "--json"))["state"] == "DONE"
    rows = json.loads(remote("verdicts", job, "--verdict", "TIME_LIMIT", "--json"))
    assert rows and {row["verdict"] for row in rows} == {"TIME_LIMIT"}
    remote("report", job, "--out", tmp_path / "out")
    assert (tmp_path / "out" / "report.html").stat().st_size > 1000


def test_a_rejected_submission_ends_with_2(remote, tmp_path):
    archive = tmp_path / "bad.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("answers.jsonl", '{"task": "Nope", "id": 1, "output": "x"}\n')
    remote("submit", archive, "--benchmark", "example", "--wait", expect=2)


def test_a_refused_archive_ends_with_2_and_names_the_fault(remote, tmp_path):
    archive = tmp_path / "no.zip"
    archive.write_text("this is no ZIP")
    remote("submit", archive, "--benchmark", "example", expect=2)


def test_a_cancelled_job_ends_with_4(remote, served):
    archive = served.home.parent / f"{NAME}.zip"
    job = json.loads(remote("submit", archive, "--benchmark", NAME, "--no-cache", "--json"))["job_id"]
    assert remote("cancel", job).strip() == "CANCELLED"
    remote("status", job, "--wait", expect=4)


def test_scoring_again_makes_a_new_job(remote):
    first = json.loads(remote("submit", EXAMPLE, "--benchmark", "example", "--wait", "--json"))
    again = json.loads(remote("rescore", first["provenance"]["job"], "--wait", "--json"))
    assert again["provenance"]["job"] != first["provenance"]["job"]
    assert again["content"] == first["content"]


def test_a_wrong_token_ends_with_2(served, tmp_path):
    run_cli("status", "0" * 32, home=tmp_path, expect=2, ASSAY_URL=served.url, ASSAY_TOKEN="assay_wrong")
