"""Places by total, shared where chance may have parted models."""

import pytest

from scoring.ranking import places
from tests.scoring.test_paired import content


def model(passes: int, of: int = 60):
    return content({"T": " ".join("+" * passes + "-" * (of - passes))})


@pytest.mark.parametrize(("passes", "found"), [
    ([30, 50, 10], [(1, 1), (0, 2), (2, 3)]),
    ([30, 30], [(0, 1), (1, 1)]),
    ([40, 39, 10, 9], [(0, 1), (1, 1), (2, 3), (3, 3)]),
    ([], []),
])
def test_the_best_stands_first_and_those_within_noise_share_its_place(passes, found):
    assert places([model(count) for count in passes]) == found


def test_nine_models_within_noise_of_each_other_share_one_place():
    assert {place for _, place in places([model(count) for count in (30, 31, 30, 29, 31, 30, 30, 29, 31)])} == {1}


def test_a_model_without_a_total_stands_last_without_a_place():
    incomplete = model(30)
    incomplete["totals"]["total"]["value"] = None
    assert places([incomplete, model(10)]) == [(1, 1), (0, None)]


def test_where_there_is_no_interval_the_totals_decide():
    found = [model(40), model(39)]
    for one in found:
        one["tasks"]["T"]["clusters"] = {"by": "meta.repo", "number": 2}
    assert places(found) == [(0, 1), (1, 2)]
