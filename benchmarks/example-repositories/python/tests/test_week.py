import pytest
from planner.week import MINUTES, Week


def test_an_empty_week_is_free():
    assert Week().free() == [(0, MINUTES)]


def test_what_is_booked_is_not_free():
    week = Week()
    week.book(60, 120)
    week.book(0, 30)
    assert week.free() == [(30, 60), (120, MINUTES)]


def test_short_gaps_can_be_left_out():
    week = Week()
    week.book(0, 30)
    week.book(60, MINUTES)
    assert week.free(at_least=31) == []


def test_double_bookings_load_the_week_once():
    week = Week()
    week.book(0, MINUTES // 2)
    week.book(0, MINUTES // 2)
    assert week.load() == 0.5


def test_a_span_outside_of_the_week_is_refused():
    with pytest.raises(ValueError, match="no span"):
        Week().book(-1, 5)
