"""Intervals: known values, and the same ones every time."""

import random

import pytest

from scoring.metrics.intervals import bootstrap, standard_error, wilson


@pytest.mark.parametrize(("passed", "n", "low", "high"), [
    (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (81, 263, 0.25529, 0.36621), (1, 1, 0.20655, 1.0),
])
def test_the_score_interval_has_its_published_bounds(passed, n, low, high):
    assert wilson(passed, n) == pytest.approx((low, high), abs=5e-5)


def test_the_bootstrap_repeats_itself_and_leaves_no_trace_in_the_global_generator():
    values = [0.0, 0.1, 0.5, 1.0, 1.0, 0.3]
    random.seed(1)
    state = random.getstate()
    assert bootstrap(values) == bootstrap(values)
    assert random.getstate() == state


def test_the_bootstrap_covers_the_mean_about_as_widely_as_the_standard_error_says():
    values = [n / 50 for n in range(51)]
    low, high = bootstrap(values)
    assert low < 0.5 < high
    assert high - low == pytest.approx(2 * 1.96 * standard_error(values), rel=0.1)


@pytest.mark.parametrize("values", [[], [0.7]])
def test_one_sample_says_nothing_of_spread(values):
    assert bootstrap(values) is None and standard_error(values) is None
