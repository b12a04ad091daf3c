"""Where things stand in the charts."""

import pytest

from cli.render.charts import MAX_BINS, MAX_COLUMNS, dot_of, histogram_of, strip_of
from cli.render.view import SampleBar, metric_of, natural, shares_of


def bars(*passes: int | None) -> list[SampleBar]:
    return [SampleBar(str(i), count) for i, count in enumerate(passes)]


def test_shares_follow_the_order_of_verdicts_and_fill_the_bar():
    shares = shares_of({"TIME_LIMIT": 1, "PASSED": 3, "MEMORY_LIMIT": 0})
    assert [(s.verdict, s.start, s.part) for s in shares] == [("PASSED", 0, 0.75), ("TIME_LIMIT", 0.75, 0.25)]


def test_a_verdict_that_this_version_does_not_know_is_shown_by_its_name():
    assert shares_of({"DISK_LIMIT": 1})[0].words.label == "disk limit"


def test_a_dot_outside_the_axis_stands_at_its_end():
    dot = dot_of(metric_of("BLEU", {"value": 20.6, "n": 3, "ci95": [-1, 40]}))
    assert (dot.at, dot.whisker) == (1.0, (0.0, 1.0))


def test_a_metric_without_value_has_no_dot():
    assert dot_of(metric_of("pass@5", {"value": None, "n": 3})).at is None


def test_a_histogram_counts_samples_by_passes_and_skips_unscored_ones():
    shown = histogram_of(bars(0, 2, 2, None), 2)
    assert [(b.label, b.count, b.height) for b in shown] == [("0", 1, 0.5), ("1", 0, 0), ("2", 2, 1)]


@pytest.mark.parametrize("attempts", [1, 10, 12, 13, 100, 1000])
def test_every_number_of_passes_falls_into_one_bin(attempts):
    shown = histogram_of(bars(*range(attempts + 1)), attempts)
    assert sum(b.count for b in shown) == attempts + 1
    assert len(shown) <= MAX_BINS


def test_a_strip_shows_the_share_of_passes_and_leaves_unscored_samples_open():
    assert [column.level for column in strip_of(bars(0, 5, None), 10)] == [0, 0.5, None]


@pytest.mark.parametrize("samples", [0, 1, MAX_COLUMNS, MAX_COLUMNS + 1, 20_000])
def test_a_strip_never_has_more_columns_than_a_screen_shows(samples):
    strip = strip_of(bars(*[1] * samples), 1)
    assert len(strip) == min(samples, MAX_COLUMNS)
    assert all(column.level == 1 for column in strip)


def test_ids_sort_by_their_numbers_whatever_their_length():
    ids = ["a/10", "a/9", "a/" + "9" * 5000, "a", "2", "10"]
    assert sorted(ids, key=natural) == ["2", "10", "a", "a/9", "a/10", "a/" + "9" * 5000]
