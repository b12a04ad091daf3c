import pytest
from planner.spans import length, merged


@pytest.mark.parametrize(("spans", "wanted"), [
    ([], []),
    ([(1, 2)], [(1, 2)]),
    ([(3, 4), (1, 2)], [(1, 2), (3, 4)]),
    ([(1, 3), (2, 5)], [(1, 5)]),
    ([(1, 9), (2, 3), (8, 9)], [(1, 9)]),
    ([(1, 2), (2, 3)], [(1, 3)]),
    ([(4, 4)], []),
])
def test_spans_are_merged(spans, wanted):
    assert merged(spans) == wanted


def test_the_argument_stays_as_it_was():
    spans = [(3, 4), (1, 2)]
    merged(spans)
    assert spans == [(3, 4), (1, 2)]


def test_minutes_that_are_covered_twice_count_once():
    assert length([(0, 10), (5, 15)]) == 15
