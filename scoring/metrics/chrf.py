"""chrF: how much two texts overlap in character n-grams (Popović, 2015). chrF2: orders 1 to 6, recall counts twice.

A pair's *counts* are 18 whole numbers: n-grams in the hypothesis, in the reference, and in both, for each order. The
counts of a corpus are the sums over its pairs, so that long texts weigh more and a pair without any overlap still counts.
An order for which the reference is too short counts nothing: no hypothesis could be right there. White space is left out;
case, ё and composed letters count. Equals sacrebleu with the signature below. `scoring.similarity` counts.
"""

from collections.abc import Sequence

from scoring.metrics import text
from scoring.metrics.values import MetricValue, SampleTally

ORDERS = 6
BETA_SQUARED = 4
SIGNATURE = "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"


def squeezed(line: str) -> str:
    """What is compared of a text: all but its white space."""
    return "".join(line.split())


def of_empty(reference: str, swap: bool) -> list[int]:
    """Counts of an empty hypothesis; with `swap`, of the reference against an empty text.

    >>> of_empty("ab", False)[:6], of_empty("ab", True)[:6]
    ([0, 2, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0])
    """
    return [number for total in _totals(reference) for number in ((0, 0, 0) if swap else (0, total, 0))]


def of_equal(reference: str) -> list[int]:
    """Counts of a hypothesis that equals the reference."""
    return [number for total in _totals(reference) for number in (total, total, total)]


def _totals(line: str) -> list[int]:
    return [max(0, len(squeezed(line)) - order + 1) for order in range(1, ORDERS + 1)]


def value(found: Sequence[int]) -> float:
    """chrF on 0..1: F-beta of the mean precision and the mean recall over the orders that both texts are long enough for.

    >>> value(of_equal("печать списка")), value(of_empty("печать списка", False))
    (1.0, 0.0)
    """
    precision = recall = 0.0
    orders = 0
    for start in range(0, len(found), 3):
        in_hypothesis, in_reference, shared = found[start:start + 3]
        if in_hypothesis and in_reference:
            precision += shared / in_hypothesis
            recall += shared / in_reference
            orders += 1
    if not precision + recall:
        return 0.0
    precision, recall = precision / orders, recall / orders
    return (1 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    """Over the corpus where the scores of every attempt hold counts, else the mean over samples."""
    return text.measure(samples, "chrf", value, SIGNATURE)
