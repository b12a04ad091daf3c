"""What metrics mean, computed the slow and obvious way; shares no code with the product."""

import math
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations


def pass_at(k: int, passed: list[bool]) -> float:
    """Of all choices of k attempts the share in which one passes."""
    choices = list(combinations(passed, k))
    return float(Fraction(sum(any(choice) for choice in choices), len(choices)))


def mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)


def grams(items, n: int) -> Counter:
    return Counter(tuple(items[i:i + n]) for i in range(len(items) - n + 1))


def chrf(pairs: list[tuple[str, str]]) -> float:
    """Character n-grams of (hypothesis, reference) up to 6 over all pairs, recall weighing four times as much; 0..1."""
    precisions, recalls = [], []
    for n in range(1, 7):
        counted = [(grams("".join(h.split()), n), grams("".join(r.split()), n)) for h, r in pairs]
        ours, theirs = sum(h.total() for h, _ in counted), sum(r.total() for _, r in counted)
        if ours and theirs:
            common = sum((h & r).total() for h, r in counted)
            precisions.append(common / ours)
            recalls.append(common / theirs)
    p, r = (mean(values) if values else 0.0 for values in (precisions, recalls))
    return 5 * p * r / (4 * p + r) if p + r else 0.0


def bleu(hypothesis: str, reference: str) -> float:
    """Words and marks, n-grams up to 4; the i-th order without a match counts as 1/2^i matches; 0..1."""
    ours, theirs = (re.findall(r"\w+|[^\w\s]", text) for text in (hypothesis, reference))
    if len(ours) < 4:
        return 0.0
    logs, halves = [], 1.0
    for n in range(1, 5):
        common = (grams(ours, n) & grams(theirs, n)).total()
        if n == 1 and not common:
            return 0.0
        if not common:
            halves *= 2
        logs.append(math.log((common or 1 / halves) / (len(ours) - n + 1)))
    return min(1.0, math.exp(1 - len(theirs) / len(ours))) * math.exp(mean(logs))
