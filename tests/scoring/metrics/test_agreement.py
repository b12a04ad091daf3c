"""Agreement of two raters, against published worked examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.metrics.agreement import agreement, cohens_kappa, spearman


def paired(table: dict[tuple[str, str], int]) -> tuple[list[str], list[str]]:
    pairs = [pair for pair, count in table.items() for _ in range(count)]
    return [a for a, _ in pairs], [b for _, b in pairs]


# Counts of (first rater, second rater), and kappa as the worked examples give it (four digits).
KAPPA = [
    ({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}, 0.4),
    ({("yes", "yes"): 45, ("yes", "no"): 15, ("no", "yes"): 25, ("no", "no"): 15}, 0.1304),
    ({("yes", "yes"): 25, ("yes", "no"): 35, ("no", "yes"): 5, ("no", "no"): 35}, 0.2593),
    ({("a", "a"): 10, ("b", "b"): 10}, 1.0),
    ({("a", "b"): 10, ("b", "a"): 10}, -1.0),
]


@pytest.mark.parametrize(("table", "kappa"), KAPPA)
def test_kappa_is_that_of_the_worked_example(table, kappa):
    assert round(cohens_kappa(*paired(table)), 4) == kappa


def test_agreement_is_the_share_of_equal_pairs():
    assert agreement(*paired(KAPPA[0][0])) == 0.7


def test_kappa_is_undefined_where_chance_always_agrees():
    assert cohens_kappa("yyy", "yyy") is None
    assert cohens_kappa("", "") is None and agreement("", "") is None


# Intelligence quotients and hours of television: rho = -29/165. With ties, ranks share their mean.
IQ = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
HOURS = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]


@pytest.mark.parametrize(("a", "b", "rho"), [
    (IQ, HOURS, -29 / 165), ([1, 2, 3], [1, 2, 3], 1.0), ([1, 2, 3], [3, 2, 1], -1.0),
    ([1, 2, 2, 3], [1, 2, 3, 4], 0.9 ** 0.5),
])
def test_spearman_is_that_of_the_worked_example(a, b, rho):
    assert spearman(a, b) == pytest.approx(rho, abs=1e-12)


def test_spearman_is_undefined_for_a_rater_with_one_value():
    assert spearman([1, 1], [0, 1]) is None


def test_raters_of_different_length_are_refused():
    for measure in (agreement, cohens_kappa, spearman):
        with pytest.raises(ValueError):
            measure([1, 0], [1])


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_every_measure_is_bounded_and_symmetric(pairs):
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    for measure in (agreement, cohens_kappa, spearman):
        found = measure(a, b)
        assert found is None or -1 - 1e-9 <= found <= 1 + 1e-9
        assert found == measure(b, a)
