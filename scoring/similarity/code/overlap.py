"""The two parts of CodeBLEU that look at words: what white space sets apart, operators and names alike."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.metrics.bleu import ORDERS, ngrams

NONE_RIGHT = 0.1  # stands for "no n-gram of this order is right", since a logarithm needs more than 0
PLAIN_WEIGHT = 0.2  # of a word that is no keyword
# The length below which a candidate counts as short in `recall`. The published scorer takes the length of a pair there,
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


def precision(reference: Words, candidate: Words) -> float:
    """BLEU of the candidate.

    >>> precision(Words.of("a b c d"), Words.of("a b c d")), precision(Words.of("a b"), Words.of("c"))
    (1.0, 0.0)
    """
    shares = [(_shared(ours, theirs), sum(ours.values()))
              for ours, theirs in zip(candidate.grams, reference.grams, strict=True)]
    return _folded(shares, reference.length, candidate.length)


def recall(reference: Words, candidate: Words, keywords: Collection[str]) -> float:
    """The share of the reference's n-grams that the candidate has; among single words keywords weigh five times more."""
    wanted, given = reference.grams, candidate.grams
    weights = {gram: 1.0 if gram[0] in keywords else PLAIN_WEIGHT for gram in wanted[0]}
    found = {gram: min(number, given[0].get(gram, 0)) for gram, number in wanted[0].items()}
    shares: list[tuple[float, float]] = [(_weighed(found, weights), _weighed(wanted[0], weights))]
    shares += [(_shared(theirs, ours), sum(theirs.values()))
               for ours, theirs in zip(given[1:], wanted[1:], strict=True)]
    return _folded(shares, RECALL_LENGTH, candidate.length)


def _shared(some: Mapping, others: Mapping) -> int:
    return sum(min(number, others[gram]) for gram, number in some.items() if gram in others)


def _weighed(counts: Mapping, weights: Mapping) -> float:
    return sum(number * weights[gram] for gram, number in counts.items())


def _folded(shares: Sequence[tuple[float, float]], wanted: int, given: int) -> float:
    """The geometric mean of the shares, times the penalty for a candidate shorter than wanted."""
    if not shares[0][0]:
        return 0.0
    logarithms = [math.log((right or NONE_RIGHT) / max(1, total)) / ORDERS for right, total in shares]
    penalty = 1.0 if given > wanted else math.exp(1 - wanted / given)
    return penalty * math.exp(math.fsum(logarithms))
