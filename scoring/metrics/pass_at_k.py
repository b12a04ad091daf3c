"""pass@k: the chance that at least one of k attempts passes, estimated from n attempts of which c passed."""

from collections.abc import Sequence
from math import comb

from scoring.metrics import intervals
from scoring.metrics.values import MetricValue, SampleTally


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """The unbiased estimator 1 - C(n-c, k) / C(n, k) (Chen et al., 2021, arXiv 2107.03374), in whole numbers up to the
    one division, so that it is the float nearest to the fraction; None for n < k, where it is not defined.

    >>> pass_at_k(10, 1, 1), pass_at_k(10, 5, 1), pass_at_k(5, 0, 5), pass_at_k(1, 1, 5)
    (0.1, 0.5, 0.0, None)
    """
    if n < k:
        return None
    choices = comb(n, k)
    return (choices - comb(n - c, k)) / choices


def as_published(n: int, c: int, k: int) -> float:
    """The value that MERA Code's scorers give, which is 1 for too few attempts, even for one wrong answer. For comparing with
    what they printed: jobs pad to the declared attempts, and their value for n < k is None.

    >>> as_published(10, 1, 1), as_published(1, 0, 5), as_published(0, 0, 1)
    (0.1, 1.0, 1.0)
    """
    return 1.0 if n < k else pass_at_k(n, c, k)


def as_published_by_yabloco(n: int, c: int, k: int) -> float:
    """The same for YABLoCo's scorer, which gives 0 where nothing has passed.

    >>> as_published_by_yabloco(10, 1, 1), as_published_by_yabloco(1, 0, 5), as_published_by_yabloco(1, 1, 5)
    (0.1, 0.0, 1.0)
    """
    return as_published(n, c, k) if c else 0.0


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    """The mean over samples. A sample with an UNSCORED attempt is left out of the value and opens the range."""
    if k > attempts:
        return MetricValue(None, 0, reason=f"needs {k} attempts per sample, the task declares {attempts}")
    whole = [sample for sample in samples if not sample.unscored]
    low = high = None
    if len(whole) < len(samples):
        low = intervals.mean([_estimate(sample, sample.passed, k) for sample in samples])
        high = intervals.mean([_estimate(sample, sample.passed + sample.unscored, k) for sample in samples])
    if not whole:
        return MetricValue(None, 0, reason="no sample is scored" if samples else "the task has no samples",
                           low=low, high=high)
    values = [_estimate(sample, sample.passed, k) for sample in whole]
    spread = intervals.of_mean(values, [sample.cluster for sample in whole], is_share=attempts == 1)
    return MetricValue(intervals.mean(values), len(values), spread.stderr, spread.ci95, low=low, high=high)


def _estimate(sample: SampleTally, passed: int, k: int) -> float:
    return pass_at_k(sample.scored + sample.unscored, passed, k)
