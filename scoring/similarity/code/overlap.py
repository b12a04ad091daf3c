"""The two parts of CodeBLEU that look at words: what white space sets apart, operators and names alike."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.metrics.bleu import ORDERS, ngrams

NONE_RIGHT = 0.1  # stands for "no n-gram of this order is right", since a logarithm needs more than 0
PLAIN_WEIGHT = 0.2  # of a word that is no keyword
# The length below which a candidate counts as short for its recall. The published scorer takes the length of a pair there,
# where it means the reference's, so that the penalty strikes answers of one word only. Scores that must compare need it.
RECALL_LENGTH = 2


@dataclass(frozen=True)
class Words:
    """A text cut at white space: how many words, and their n-grams with their numbers, by order."""

    length: int
    grams: Sequence[Mapping[tuple[str, ...], int]]

    @classmethod
    def of(cls, text: str) -> "Words":
        words = text.split()
        return cls(len(words), ngrams(words))


class Overlap(NamedTuple):
    precision: float
    recall: float


def compare(reference: Words, candidate: Words, keywords: Collection[str]) -> Overlap:
    """BLEU of the candidate, and the share of the reference's n-grams that it has, where among single words keywords weigh
    five times more.

    >>> compare(Words.of("a b c d"), Words.of("a b c d"), ("a",)), compare(Words.of("a b"), Words.of("c"), ())
    (Overlap(precision=1.0, recall=1.0), Overlap(precision=0.0, recall=0.0))
    """
    both = [{gram: min(ours[gram], theirs[gram]) for gram in ours.keys() & theirs.keys()}
            for ours, theirs in zip(candidate.grams, reference.grams, strict=True)]
    shared = [sum(counts.values()) for counts in both]
    right = [(share, _number(candidate, order)) for order, share in enumerate(shared)]
    found: list[tuple[float, float]] = [(share, _number(reference, order)) for order, share in enumerate(shared)]
    found[0] = _weighed(both[0], keywords), _weighed(reference.grams[0], keywords)
    return Overlap(_folded(right, reference.length, candidate.length), _folded(found, RECALL_LENGTH, candidate.length))


def _number(words: Words, order: int) -> int:
    return max(0, words.length - order)


def _weighed(counts: Mapping[tuple[str, ...], int], keywords: Collection[str]) -> float:
    """Whole numbers up to the one product, so that the order of words changes nothing."""
    heavy = sum(number for (word,), number in counts.items() if word in keywords)
    return heavy + PLAIN_WEIGHT * (sum(counts.values()) - heavy)


def _folded(shares: Sequence[tuple[float, float]], wanted: int, given: int) -> float:
    """The geometric mean of the shares, times the penalty for a candidate shorter than wanted."""
    if not shares[0][0]:
        return 0.0
    logarithms = [math.log((right or NONE_RIGHT) / max(1, total)) / ORDERS for right, total in shares]
    penalty = 1.0 if given > wanted else math.exp(1 - wanted / given)
    return penalty * math.exp(math.fsum(logarithms))
