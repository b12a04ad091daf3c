"""CodeBLEU of a task: the mean over samples, as the benchmarks that use it do. `scoring.similarity` compares the pairs."""

from collections.abc import Sequence

from scoring.metrics import text
from scoring.metrics.values import MetricValue, SampleTally


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    return text.measure(samples, "codebleu")
