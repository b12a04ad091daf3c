"""BLEU: shared word n-grams up to four, with a penalty for texts that are too short (Papineni et al., 2002).

A pair's *counts* are ten whole numbers: length of the hypothesis and of the reference in tokens, then for each order the
n-grams that are right and those there are. Counts of a corpus are sums over its pairs. Smoothing as in sacrebleu (Post,
2018): each further order without a match counts half of the one before. Equals sacrebleu with the signature below.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.metrics import text
from scoring.metrics.values import MetricValue, SampleTally

ORDERS = 4
SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"


def ngrams(tokens: Sequence[str]) -> list[Mapping[tuple[str, ...], int]]:
    """Token n-grams with their numbers, one table per order."""
    return [Counter(zip(*(tokens[start:] for start in range(order)), strict=False)) for order in range(1, ORDERS + 1)]


def counts(hypothesis: Sequence[Mapping[tuple[str, ...], int]],
           reference: Sequence[Mapping[tuple[str, ...], int]]) -> list[int]:
    """The ten counts of a pair, from the n-grams of both.

    >>> counts(ngrams(["a", "b"]), ngrams(["a", "b", "c"]))
    [2, 3, 2, 2, 1, 1, 0, 0, 0, 0]
    """
    found = [sum(hypothesis[0].values()), sum(reference[0].values())]
    for of_hypothesis, of_reference in zip(hypothesis, reference, strict=True):
        right = sum([min(of_hypothesis[gram], of_reference[gram]) for gram in of_hypothesis.keys() & of_reference.keys()])
        found += [right, sum(of_hypothesis.values())]
    return found


def value(found: Sequence[int]) -> float:
    """BLEU on 0..1; 0 for a hypothesis without a right word, or with fewer than four tokens in all."""
    length, wanted = found[:2]
    orders = list(zip(found[2::2], found[3::2], strict=True))
    if not length or not orders[0][0] or not all(total for _, total in orders):
        return 0.0
    smooth, logarithms = 1.0, []
    for right, total in orders:
        if right == 0:
            smooth *= 2
        logarithms.append(math.log(right / total if right else 1 / (smooth * total)))
    penalty = math.exp(1 - wanted / length) if length < wanted else 1.0
    return min(1.0, penalty * math.exp(math.fsum(logarithms) / ORDERS))


def measure(samples: Sequence[SampleTally], attempts: int, k: int) -> MetricValue:
    """Over the corpus where the scores of every attempt hold counts, else the mean over samples."""
    return text.measure(samples, "bleu", value, SIGNATURE)
