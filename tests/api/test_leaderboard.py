"""`./assay leaderboard` against a live service."""

import json

import pytest
from sqlalchemy import update

from adapters.db import jobs, tables
from cli.commands.leaderboard import leaderboard, newest_by_model
from scoring.errors import NotFound
from tests.api.world import OPEN, finished_job, make_world


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = make_world(tmp_path_factory.mktemp("home"))
    for model in ("old and new", "\x1b[31mred", "old and new"):
        name(made, finished_job(made, "ann"), model)
    name(made, finished_job(made, "bob"), "bob's")
    return made


def name(world, job_id, model):
    with world.front.db.write() as connection:
        submission_id = jobs.get_job(connection, job_id)["submission_id"]
        connection.execute(update(tables.submissions).where(tables.submissions.c.id == submission_id)
                           .values(metadata={"model": model}))


def test_each_model_stands_once_by_its_newest_report_and_others_jobs_are_not_seen(world, url, capsys):
    leaderboard(benchmark=OPEN, url=url, token=world.tokens["ann"], json=True)
    found = json.loads(capsys.readouterr().out)
    assert (found["benchmark"], found["profile"], found["left_out"]) == (OPEN, "strict", [])
    assert [(row["place"], row["model"], row["total"]) for row in found["places"]] == [
        (1, "old and new", 0.5), (1, "\x1b[31mred", 0.5)]
    leaderboard(benchmark=OPEN, url=url, token=world.tokens["root"], json=True)
    assert len(json.loads(capsys.readouterr().out)["places"]) == 3


def test_the_table_cannot_be_steered_by_a_name(world, url, capsys):
    leaderboard(benchmark=OPEN, url=url, token=world.tokens["ann"])
    text = capsys.readouterr().out
    assert "old and new" in text and "0.500" in text and "\x1b" not in text


def test_a_benchmark_that_nobody_has_finished_is_told_with_the_mend(world, url):
    with pytest.raises(NotFound, match="has scored nothing-like-it") as told:
        leaderboard(benchmark="nothing-like-it", url=url, token=world.tokens["ann"])
    assert "./assay submit" in told.value.mend


def test_a_misspelt_benchmark_is_told_the_one_that_is_offered(world, url):
    with pytest.raises(NotFound) as told:
        leaderboard(benchmark="opne", url=url, token=world.tokens["ann"])
    assert told.value.mend == "did you mean 'open'?"


def test_jobs_by_other_rules_are_passed_over():
    def job(state="DONE", profile="strict", name="b", model="m"):
        return {"state": state, "profile": profile, "benchmark": {"name": name}, "metadata": {"model": model}, "filename": "f"}

    given = [job(state="RUNNING"), job(name="other"), job(profile="mera-1", model="x"), job(), job(model=None)]
    assert list(newest_by_model(given, "b", None)) == ["x"]
    assert list(newest_by_model(given, "b", "strict")) == ["m", "f"]
