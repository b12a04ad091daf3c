"""The report and the progress of a job on a terminal."""

import io

import pytest
from rich.console import Console

from cli.render.progress import progress
from cli.render.table import print_report
from tests.cli.sample_report import HOSTILE, judged_by_another, report, verdict


def console(**options) -> Console:
    return Console(**{"file": io.StringIO(), "width": 80, **options})


def printed(document=None, rows=(), **options) -> str:
    terminal = console(**options)
    print_report(document or report(), terminal, rows)
    return terminal.file.getvalue()


def test_shows_metrics_with_interval_and_n_verdicts_profile_and_total():
    text = " ".join(printed().split())
    for expected in (
        "tiny 1.2.0 model-7b profile strict", "Loops pass@1 0.500 0.188 – 0.812 2",
        "3 passed, 2 wrong answer, 1 time limit", "Total 0.750*", "4 of 7 scored attempts passed",
    ):
        assert expected in text


def test_a_metric_without_value_gives_its_reason():
    assert "needs 10 attempts, the task declares 3" in " ".join(printed().split())


def test_unscored_attempts_stand_apart_with_the_range_they_leave_open():
    text = " ".join(printed().split())
    assert "1 of 8 attempts are UNSCORED" in text and "* 0.500 – 1.000" in text


def test_unscored_attempts_give_their_own_reasons_the_most_frequent_first():
    document = report()
    document["measures"]["unscored_reasons"] = {"the judge is away": 1, "the environment e is not built": 40} | {
        f"other {number}": 1 for number in range(9)}
    text = " ".join(printed(document).split())
    assert "40 × the environment e is not built 1 × other 0" in text and "and 3 more reasons" in text
    assert "several times" not in text


def test_an_interval_without_width_claims_no_certainty():
    document = report()
    document["content"]["tasks"]["Loops"]["metrics"]["pass@1"]["ci95"] = [0.1, 0.1]
    text = " ".join(printed(document).split())
    assert "samples all alike" in text and "0.100 – 0.100" not in text


def test_quarantined_and_flagged_samples_are_named_with_the_reason():
    document = report()
    document["content"]["tasks"]["Loops"] |= {"quarantined": {"7": "flaky: 3 of 5"}, "flagged": {"9": ["tampering: canary"]}}
    text = " ".join(printed(document).split())
    assert "1 quarantined in Loops" in text and "7: flaky: 3 of 5" in text
    assert "1 flagged in Loops" in text and "9: tampering: canary" in text


@pytest.mark.parametrize("width", [60, 80, 200])
def test_no_line_is_wider_than_the_terminal(width):
    assert max(map(len, printed(width=width).splitlines())) <= width


def test_hostile_names_cannot_steer_the_terminal():
    document = report()
    document["content"]["tasks"]["[red]" + HOSTILE] = document["content"]["tasks"].pop("Loops")
    text = printed(document, width=300)
    assert "\x1b" not in text and "\u202e" not in text and "[red]" in text


def test_a_terminal_without_unicode_gets_ascii_bars():
    terminal = console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace"))
    print_report(report(), terminal)
    terminal.file.seek(0)
    assert "########-" in terminal.file.read()


def statuses():
    for state, done in (("QUEUED", 0), ("RUNNING", 1), ("RUNNING", 4), ("DONE", 4)):
        tasks = {"[b]": {"done": done, "total": 4}, "c": {"done": 0, "total": 2}} if state != "QUEUED" else {}
        yield {"state": state, "tasks": tasks, "verdicts": {"PASSED": done}}


def test_in_a_log_progress_says_each_state_once_and_returns_the_last_status():
    terminal = console()
    assert progress(statuses(), terminal)["state"] == "DONE"
    assert terminal.file.getvalue().splitlines() == [
        "queued: 0 of ? attempts done", "running: 1 of 6 attempts done", "done: 4 of 6 attempts done",
    ]


def test_a_job_that_was_rejected_speaks_of_no_attempts():
    terminal = console()
    progress([{"state": "REJECTED", "tasks": {}, "verdicts": {}}], terminal)
    assert terminal.file.getvalue() == "rejected\n"


def test_on_a_terminal_progress_draws_a_bar_for_each_task():
    terminal = console(force_terminal=True, color_system=None)
    progress(statuses(), terminal)
    assert "all tasks" in terminal.file.getvalue() and "[b]" in terminal.file.getvalue()


def test_progress_without_any_status_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="at least one status"):
        progress([], console())


def test_groups_of_tasks_stand_beside_the_total_and_values_are_no_passes():
    document = report()
    document["content"]["totals"]["groups"] = {"Closed": {"total": {"value": 0.25}}, "Open": {"total": {
        "value": None, "reason": "no value for Loops"}}}
    document["content"]["tasks"]["Loops"]["verdicts"] = {"PASSED": 3, "SCORED": 3}
    text = " ".join(printed(document).split())
    assert "Closed 0.250 Open – no value for Loops Total 0.750*" in text and "4 of 4 scored attempts passed" in text


def test_says_when_another_judge_scored_than_the_benchmark_asks_for():
    words = " ".join(printed(judged_by_another()).split())
    assert "Another judge. Loops was judged by judge-7b; the benchmark asks for judge-32b." in words
    assert "Another judge" not in printed(report())


def test_passes_that_could_be_forged_are_named():
    document = report()
    document["content"]["tasks"]["Loops"]["weak_guarantee"] = 2
    assert "Weaker guarantee for passes: 2 of Loops." in " ".join(printed(document).split())
    assert "Weaker" not in printed()


def test_samples_that_passed_under_the_weaker_guarantee_are_named_where_the_rows_are_there():
    document = report()
    document["content"]["tasks"]["Loops"]["weak_guarantee"] = 3
    names = ("Loops/10", "Loops/10", "Loops/9")
    rows = [verdict(sample=name, verdict="PASSED", weak_guarantee=name != "Loops/9") for name in names]
    text = " ".join(printed(document, rows=rows).split())
    assert "3 of Loops (Loops/10)." in text and "docs/threat-model.md" in text


@pytest.mark.parametrize("options", [{}, {"force_terminal": True, "color_system": None}])
def test_a_job_that_waits_says_for_what_once_and_that_it_runs_again(options):
    wait = {"what": "slot", "queue": "python", "message": "waiting for a free slot"}
    found = [{"state": "RUNNING", "tasks": {}, "verdicts": {}, "waiting": waiting} for waiting in (None, wait, wait, None)]
    terminal = console(**options)
    progress([*found, {"state": "DONE", "tasks": {}, "verdicts": {}, "waiting": None}], terminal)
    text = terminal.file.getvalue()
    assert (text.count("waiting for a free slot"), text.count("it runs again")) == (1, 1)
