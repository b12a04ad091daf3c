"""compile@k: the chance that at least one of k attempts compiles, whatever it then does."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.metrics import pass_at_k
from scoring.metrics.values import MetricValue, SampleTally


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    """pass@k's estimator and interval over attempts whose scores say `"compiled": true`; an attempt that says nothing,
    such as a missing answer, did not compile."""
    compiled = [replace(sample, passed=sum(bool(scores and scores.get("compiled")) for scores in sample.scores))
                for sample in samples]
    return pass_at_k.measure(compiled, attempts, k)
