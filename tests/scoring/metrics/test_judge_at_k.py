"""judge@k over samples."""

from scoring.metrics import measure
from scoring.metrics.values import SampleTally


def sample(*judged: int, unscored: int = 0) -> SampleTally:
    scores = ({"judged": list(judged)},)
    if unscored:
        return SampleTally(0, 0, 1, (None,), ({"judged": []},), ({"judged": [1]},))
    return SampleTally(1, int(any(judged)), 0, scores, scores, scores)


def test_the_first_k_comments_count():
    samples = [sample(0, 0, 1), sample(1), sample(), sample(0)]
    assert [measure(f"judge@{k}", samples, 1).value for k in (1, 2, 3)] == [0.25, 0.25, 0.5]


def test_unscored_samples_open_a_range_and_never_count_as_failures():
    found = measure("judge@1", [sample(1), sample(0), sample(unscored=1), sample(unscored=1)], 1)
    assert (found.value, found.n, found.low, found.high) == (0.5, 2, 0.25, 0.75)


def test_with_nothing_scored_there_is_no_value():
    found = measure("judge@5", [sample(unscored=1)], 1)
    assert (found.value, found.reason, found.low, found.high) == (None, "no sample is scored", 0.0, 1.0)


def test_several_replies_to_a_sample_count_by_their_mean():
    two = SampleTally(2, 1, 0, ({"judged": [1]}, {"judged": [0]}))
    assert measure("judge@1", [two, two], 2).value == 0.5
