"""How sure a mean over samples is. Deterministic: the bootstrap is seeded."""

import math
import random
from collections.abc import Sequence

Z95 = 1.959963984540054
RESAMPLES = 2_000
SEED = 20_250_101


def mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def standard_error(values: Sequence[float]) -> float | None:
    """Standard error of the mean over samples (sample standard deviation / sqrt(n)); None for fewer than two.

    >>> round(standard_error([0.0, 1.0, 1.0, 1.0]), 4)
    0.25
    """
    if len(values) < 2:
        return None
    centre = mean(values)
    return math.sqrt(math.fsum((value - centre) ** 2 for value in values) / (len(values) - 1) / len(values))


def wilson(passed: int, n: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson, 1927); for one attempt per sample only.

    >>> tuple(round(bound, 4) for bound in wilson(8, 10))
    (0.4902, 0.9433)
    """
    share, square = passed / n, Z95 * Z95
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = Z95 / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def bootstrap(values: Sequence[float], *, resamples: int = RESAMPLES, seed: int = SEED) -> tuple[float, float] | None:
    """The 95 % percentile interval of the mean, resampling samples; None for fewer than two."""
    if len(values) < 2:
        return None
    choose = random.Random(seed).choices
    means = sorted(mean(choose(values, k=len(values))) for _ in range(resamples))
    return means[int(0.025 * resamples)], means[int(0.975 * resamples) - 1]
