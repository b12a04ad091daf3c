"""How sure a mean over samples is. Deterministic: the bootstrap is seeded."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Spread:
    stderr: float
    ci95: tuple[float, float]


def sums(rows: Sequence[Sequence[int]]) -> list[int]:
    """The sum of each column.

    >>> sums([[1, 2], [3, 4]])
    [4, 6]
    """
    return [sum(column) for column in zip(*rows, strict=True)]


def bootstrap_of_sums(rows: Sequence[Sequence[int]], value: Callable[[Sequence[int]], float], *,
                      resamples: int = RESAMPLES, seed: int = SEED) -> Spread | None:
    """For a value made of sums over samples (one row of counts each), made anew from each resample: the standard
    deviation of those values and their 95 % percentile interval; None for fewer than two samples."""
    if len(rows) < 2:
        return None
    choose = random.Random(seed).choices
    values = sorted(value(sums(choose(rows, k=len(rows)))) for _ in range(resamples))
    centre = mean(values)
    stderr = math.sqrt(math.fsum((one - centre) ** 2 for one in values) / (resamples - 1))
    return Spread(stderr, (values[int(0.025 * resamples)], values[int(0.975 * resamples) - 1]))
