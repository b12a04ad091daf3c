"""chrF: how much two texts overlap in character n-grams (Popović, 2015). chrF2: orders 1 to 6, recall counts twice.

A pair's *counts* are 18 whole numbers: n-grams in the hypothesis, in the reference, and in both, for each order. The
counts of a corpus are the sums over its pairs, so that long texts weigh more and a pair without any overlap still counts.
White space is left out; case, ё and composed letters count. Equals sacrebleu with the signature below.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.metrics import text
from scoring.metrics.values import MetricValue, SampleTally

ORDERS = 6
BETA_SQUARED = 4
SIGNATURE = "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"


def ngrams(line: str) -> list[Mapping[str, int]]:
    """Character n-grams of a text with their numbers, one table per order."""
    letters = "".join(line.split())
    return [Counter(letters[start:start + order] for start in range(len(letters) - order + 1))
            for order in range(1, ORDERS + 1)]


def counts(hypothesis: Sequence[Mapping[str, int]], reference: Sequence[Mapping[str, int]]) -> list[int]:
    """The 18 counts of a pair, from the n-grams of both.

    >>> counts(ngrams("ab"), ngrams("a b c"))[:6]
    [2, 3, 2, 1, 2, 1]

    An order for which the reference is too short counts nothing: no hypothesis could be right there.
    """
    found = []
    for of_hypothesis, of_reference in zip(hypothesis, reference, strict=True):
        few, many = sorted((of_hypothesis, of_reference), key=len)
        shared = sum(min(number, many[gram]) for gram, number in few.items() if gram in many)
        found += [sum(of_hypothesis.values()) if of_reference else 0, sum(of_reference.values()), shared]
    return found


def value(found: Sequence[int]) -> float:
    """chrF on 0..1: F-beta of the mean precision and the mean recall over the orders that both texts are long enough for.

    >>> value(counts(ngrams("печать списка"), ngrams("печать списка"))), value(counts(ngrams(""), ngrams("a")))
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
