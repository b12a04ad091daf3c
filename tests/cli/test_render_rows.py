"""Which verdicts a page holds."""

from cli.render import rows
from cli.render.rows import choose
from tests.cli.sample_report import verdict


def names(chosen) -> list[str]:
    return [row.verdict for row in chosen.rows]


def test_unscored_come_before_failures_and_failures_before_passes():
    given = [verdict(verdict=name) for name in ("PASSED", "WRONG_ANSWER", "UNSCORED", "TIME_LIMIT")]
    assert names(choose(given, 1)) == ["UNSCORED"]
    assert names(choose(given, 3)) == ["WRONG_ANSWER", "UNSCORED", "TIME_LIMIT"]


def test_tasks_take_turns_so_that_the_first_one_cannot_fill_the_page():
    given = [verdict(task=task) for task in ["big"] * 50 + ["small"] * 2]
    assert [row.task for row in choose(given, 6).rows] == ["big"] * 4 + ["small"] * 2


def test_rows_keep_the_order_in_which_they_came():
    given = [verdict(attempt=i, verdict="PASSED" if i % 2 else "WRONG_ANSWER") for i in range(6)]
    assert [row.attempt for row in choose(given, 5).rows] == [0, 1, 2, 3, 4]


def test_everything_left_out_is_counted():
    chosen = choose((verdict(attempt=i) for i in range(100)), 10)
    assert (chosen.total, dict(chosen.left_out)) == (100, {"WRONG_ANSWER": 90})


def test_a_long_answer_is_cut_and_the_cut_is_counted():
    row = choose([verdict(answer="x" * (rows.MAX_ANSWER + 7))]).rows[0]
    assert (len(row.answer), row.answer_cut) == (rows.MAX_ANSWER, 7)


def test_texts_over_the_page_budget_are_left_out_and_marked(monkeypatch):
    monkeypatch.setattr(rows, "MAX_TEXT", 10)
    shown = choose([verdict(answer="12345678", log=None), verdict(answer="12345678", log=None)]).rows
    assert [(row.answer, row.crowded) for row in shown] == [("12345678", False), (None, True)]


def test_an_answer_that_is_json_is_shown_as_json():
    assert choose([verdict(answer={"а": [1]})]).rows[0].answer == '{\n "а": [\n  1\n ]\n}'


def test_tests_read_as_passed_of_total_and_stay_empty_where_there_were_none():
    given = [verdict(), verdict(tests_passed=None), verdict(tests_passed=None, tests_total=None)]
    assert [row.tests for row in choose(given).rows] == ["1/4", "?/4", ""]
