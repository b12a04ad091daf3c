"""Answers that did not pass, on the terminal: the first ones below a report, all of them from its folder."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from cli.commands.remote import verdicts
from cli.embedded import verdict_row
from cli.render.failures import FIRST, print_failures
from scoring.errors import BadInput, NotFound
from tests.cli.sample_report import verdict

PASS = verdict(verdict="PASSED", sample="Loops/1", reason="")


def printed(rows, out=None):
    shown = io.StringIO()
    print_failures(rows, Console(file=shown, width=80), out)
    return shown.getvalue()


@pytest.mark.parametrize(("rows", "lines"), [
    ([PASS, verdict()], ["1 answer did not pass:", "  Loops/9: wrong answer: a test failed"]),
    ([PASS, verdict(attempt=2, reason=None)], ["1 answer did not pass:", "  Loops/9, attempt 2: wrong answer"]),
    ([verdict(), verdict(task="Other", verdict="TIME_LIMIT", reason="over 2 s")],
     ["2 answers did not pass:", "  Loops Loops/9: wrong answer: a test failed", "  Other Loops/9: time limit: over 2 s"]),
    ([verdict(verdict="NO_ANSWER", reason="empty"), verdict(sample="\x1b[31m")],  # what never came says least
     ["2 answers did not pass:", "  ‹U+001B›[31m: wrong answer: a test failed", "  Loops/9: no answer: empty"]),
])
def test_the_sample_its_verdict_and_the_reason_stand_in_one_line(rows, lines):
    """The terminal told how many answers failed, and never which nor why."""
    assert printed(rows).splitlines()[:len(lines)] == lines


def test_of_many_the_first_are_shown_and_where_the_others_are():
    many = [verdict(sample=str(number)) for number in range(FIRST + 7)]
    kept, lost = printed(many, Path("report")).splitlines(), printed(many).splitlines()
    assert kept[0] == f"{FIRST + 7} answers did not pass, the first {FIRST}:" and len(kept) == FIRST + 3
    assert kept[-2].startswith("./assay verdicts report lists all") and lost[-2].startswith("--out DIR keeps all")


@pytest.mark.parametrize("other", ["PASSED", "SCORED", "UNSCORED"])
def test_where_nothing_failed_nothing_is_said(other):
    assert printed([PASS, verdict(verdict=other)]) == ""


def test_a_private_task_keeps_its_reason_to_itself():
    row = {"task": "Private", "sample_id": "1", "attempt": 0, "verdict": "RUNTIME_ERROR", "reason": "KeyError: hidden 42",
           "outcome": None, "answer": None, "weak_guarantee": False, "tests_passed": None, "tests_total": None, "failure": None}
    said = printed([verdict_row(row, True)])
    assert "it ended before its tests did" in said and "hidden" not in said


@pytest.fixture
def report(tmp_path):
    rows = [verdict(weak_guarantee=False), PASS | {"weak_guarantee": True}]
    (tmp_path / "verdicts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_the_folder_of_a_report_lists_its_verdicts_without_a_service(report, capsys):
    verdicts(str(report))
    first, second = capsys.readouterr().out.splitlines()
    assert first == "1\tLoops\tLoops/9\t0\tWRONG_ANSWER\ta test failed"
    assert second.startswith("2\tLoops\tLoops/1\t0\tPASSED\tweaker guarantee")


def test_they_are_chosen_and_shown_whole_as_those_of_a_job(report, capsys):
    verdicts(str(report / "verdicts.jsonl"), verdict="WRONG_ANSWER", json=True)
    assert [row["id"] for row in json.loads(capsys.readouterr().out)] == [1]
    verdicts(str(report), log=1)
    assert json.loads(capsys.readouterr().out)["log"] == "AssertionError"
    with pytest.raises(NotFound, match="no verdict 3"):
        verdicts(str(report), log=3)


@pytest.mark.parametrize("text", ["{}", "[1]", "no JSON", '{"task": 1}'])
def test_a_file_of_another_kind_is_refused_by_line(report, text):
    with (report / "verdicts.jsonl").open("a") as lines:
        lines.write(text + "\n")
    with pytest.raises(BadInput, match="line 3 of .* is no verdict"):
        verdicts(str(report))
