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


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """By weights that are not all 0.

    >>> weighted_mean([1.0, 0.0], [1.0, 3.0])
    0.25
    """
    return math.fsum(value * weight for value, weight in zip(values, weights, strict=True)) / math.fsum(weights)


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


def bootstrap_of_strata(strata: Sequence[Sequence[Sequence[float]]], weights: Sequence[float], *,
                        resamples: int = RESAMPLES, seed: int = SEED) -> tuple[float, float]:
    """The 95 % percentile interval of the mean, by their weights, of the strata's means, each resampled by itself. A stratum
    has rows (sum of values, number of them), one for each sample or cluster; none may be empty.

    >>> bootstrap_of_strata([[(1.0, 1), (1.0, 1)], [(0.0, 3)]], [1.0, 3.0])
    (0.25, 0.25)
    """
    choose = random.Random(seed).choices
    means = sorted(weighted_mean([_mean_of_rows(choose(rows, k=len(rows))) for rows in strata], weights)
                   for _ in range(resamples))
    return means[int(0.025 * resamples)], means[int(0.975 * resamples) - 1]


def _mean_of_rows(rows: Sequence[Sequence[float]]) -> float:
    return math.fsum(row[0] for row in rows) / sum(row[1] for row in rows)


@dataclass(frozen=True)
class Spread:
    stderr: float | None = None
    ci95: tuple[float, float] | None = None


def of_mean(values: Sequence[float], clusters: Sequence[str | None], *, is_share: bool = False) -> Spread:
    """How sure the mean of one value per sample is; `is_share`: each is 0 or 1.

    Samples that hang together, such as those of one repository, vary together, so that the plain interval would be too
    narrow: clusters are drawn then in place of samples, each with all that is in it. `clusters` has each sample's.
    """
    if any(cluster is not None for cluster in clusters):
        rows = in_clusters([(value, 1) for value in values], clusters)
        return bootstrap_of_sums(rows, lambda row: row[0] / row[1])
    interval = wilson(int(sum(values)), len(values)) if is_share else bootstrap(values)
    return Spread(standard_error(values), interval)


def in_clusters(rows: Sequence[Sequence[float]], clusters: Sequence[str | None]) -> list[Sequence[float]]:
    """The sum of each cluster's rows; a row without a cluster is one by itself.

    >>> in_clusters([[1, 1], [0, 1], [5, 1]], ["a", "b", "a"]), in_clusters([[1, 1], [0, 1]], [None, None])
    ([[6, 2], [0, 1]], [[1, 1], [0, 1]])
    """
    grouped: dict[object, list[Sequence[float]]] = {}
    for place, (row, cluster) in enumerate(zip(rows, clusters, strict=True)):
        grouped.setdefault(place if cluster is None else cluster, []).append(row)
    return [sums(group) for group in grouped.values()]


def sums(rows: Sequence[Sequence[float]]) -> list[float]:
    """The sum of each column.

    >>> sums([[1, 2], [3, 4]])
    [4, 6]
    """
    return [sum(column) for column in zip(*rows, strict=True)]


def bootstrap_of_sums(rows: Sequence[Sequence[float]], value: Callable[[Sequence[float]], float], *,
                      resamples: int = RESAMPLES, seed: int = SEED) -> Spread:
    """For a value made of sums over samples or clusters (one row each), made anew from each resample: the standard
    deviation of those values and their 95 % percentile interval; without either for fewer than two rows."""
    if len(rows) < 2:
        return Spread()
    choose = random.Random(seed).choices
    values = sorted(value(sums(choose(rows, k=len(rows)))) for _ in range(resamples))
    centre = mean(values)
    stderr = math.sqrt(math.fsum((one - centre) ** 2 for one in values) / (resamples - 1))
    return Spread(stderr, (values[int(0.025 * resamples)], values[int(0.975 * resamples) - 1]))
