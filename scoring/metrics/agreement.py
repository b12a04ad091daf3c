"""How far two raters agree: a judge and people. Pure statistics over paired values."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any


def agreement(a: Sequence[Any], b: Sequence[Any]) -> float | None:
    """The share of pairs that are equal; None for no pairs.

    >>> agreement("yyn", "yny")
    0.3333333333333333
    """
    return sum(x == y for x, y in zip(a, b, strict=True)) / len(a) if a else None


def cohens_kappa(a: Sequence[Any], b: Sequence[Any]) -> float | None:
    """Agreement beyond chance: (observed - expected) / (1 - expected) (Cohen, 1960). None where chance alone would
    always agree: both raters gave one and the same label throughout, or there are no pairs.

    >>> cohens_kappa("yyn", "yny")
    -0.5
    """
    if not a:
        return None
    left, right = Counter(a), Counter(b)
    by_chance = sum(left[label] * right[label] for label in left)  # in whole numbers: of n * n
    n = len(a)
    if by_chance == n * n:
        return None
    return (sum(x == y for x, y in zip(a, b, strict=True)) * n - by_chance) / (n * n - by_chance)


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Correlation of ranks, ties sharing the mean of theirs (Spearman, 1904); None where a rater gave one value only.

    >>> spearman([1, 2, 3], [10, 30, 20])
    0.5
    """
    x, y = _ranks(a), _ranks(b)
    if len(x) != len(y):
        raise ValueError(f"{len(x)} values cannot be paired with {len(y)}")
    centre = (len(x) + 1) / 2
    across = math.fsum((p - centre) * (q - centre) for p, q in zip(x, y, strict=True))
    spread = math.fsum((p - centre) ** 2 for p in x) * math.fsum((q - centre) ** 2 for q in y)
    return across / math.sqrt(spread) if spread else None


def _ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]
