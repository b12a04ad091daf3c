"""judge@k: the share of samples of whose first k comments a judge accepts at least one.

No unbiased estimator: comments come in the model's own order, best first if it likes, so they are no equal attempts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.metrics import intervals
from scoring.metrics.values import MetricValue, SampleTally


def judge_at_k(judged: Sequence[int], k: int) -> float:
    """1 if any of the first k is accepted; a reply without comments has none.

    >>> judge_at_k([0, 0, 1], 1), judge_at_k([0, 0, 1], 5), judge_at_k([], 5)
    (0.0, 1.0, 0.0)
    """
    return float(any(judged[:k]))


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    """The mean over samples, each the mean of its attempts. A sample with an UNSCORED attempt is left out of the value
    and opens the range."""
    whole = [sample for sample in samples if sample.knows("judged")]
    low = high = None
    if len(whole) < len(samples):
        low = intervals.mean([_value(sample.lowest, k) for sample in samples])
        high = intervals.mean([_value(sample.highest, k) for sample in samples])
    if not whole:
        return MetricValue(None, 0, reason="no sample is scored" if samples else "the task has no samples",
                           low=low, high=high)
    values = [_value(sample.scores, k) for sample in whole]
    spread = intervals.of_mean(values, [sample.cluster for sample in whole], is_share=attempts == 1)
    return MetricValue(intervals.mean(values), len(values), spread.stderr, spread.ci95, low=low, high=high)


def _value(scores: Sequence[Mapping[str, Any]], k: int) -> float:
    return intervals.mean([judge_at_k(attempt["judged"], k) for attempt in scores])
