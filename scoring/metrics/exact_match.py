"""exact_match: the share of right answers, or where a kind tells equality with the reference apart, of equal ones."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.metrics import pass_at_k
from scoring.metrics.values import MetricValue, SampleTally

_SCORE = "exact"


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    """pass@1 under the name its field uses. If any attempt's scores have `"exact"`, that counts in the place of the verdict;
    an attempt that says nothing, such as a missing answer, is not equal."""
    if any(_SCORE in (scores or ()) for sample in samples for scores in sample.scores):
        samples = [replace(sample, passed=sum(bool(scores and scores.get(_SCORE)) for scores in sample.scores))
                   for sample in samples]
    return pass_at_k.measure(samples, attempts, k)
