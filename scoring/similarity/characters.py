"""Character n-grams that texts share, for one reference and several candidates at once."""

from collections.abc import Sequence

import numpy as np

from scoring.metrics.chrf import ORDERS, squeezed


def compare(reference: str, candidates: Sequence[str], swap: bool = False) -> list[list[int]]:
    """chrF's counts for each candidate (`scoring.metrics.chrf`).

    1. All texts become one row of whole numbers, equal letters equal numbers.
    2. An n-gram is a pair: the (n-1)-gram that begins where it does, and its last letter. Pairs are numbered anew for each
       order, so that numbers stay small and equal n-grams, and only they, have equal numbers.
    3. A table of how often each number occurs in each text gives the totals and, as minima, what two texts share.

    >>> compare("a b c", ["ab"])[0][:6]
    [2, 3, 2, 1, 2, 1]
    """
    codes = [_codes(text) for text in (reference, *candidates)]
    lengths = [len(row) for row in codes]
    letters = _numbered(np.concatenate(codes))
    owners, ends = np.repeat(np.arange(len(codes)), lengths), np.repeat(np.cumsum(lengths), lengths)
    starts, grams, base = np.arange(len(letters)), letters, len(letters) + 1
    found: list[list[int]] = [[] for _ in candidates]
    for order in range(1, ORDERS + 1):
        if order > 1:
            inside = starts + order <= ends[starts]
            starts = starts[inside]
            grams = _numbered(grams[inside] * base + letters[starts + order - 1])
        table = _table(owners[starts], grams, len(codes))
        totals, shared = table.sum(axis=1), np.minimum(table[1:], table[0]).sum(axis=1)
        for counts, total, common in zip(found, totals[1:].tolist(), shared.tolist(), strict=True):
            hypothesis, wanted = (int(totals[0]), total) if swap else (total, int(totals[0]))
            counts += [hypothesis if wanted else 0, wanted, common]
    return found


def _codes(text: str) -> np.ndarray:
    return np.frombuffer(squeezed(text).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _numbered(values: np.ndarray) -> np.ndarray:
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _table(owners: np.ndarray, grams: np.ndarray, texts: int) -> np.ndarray:
    """Row: a text; column: an n-gram; how often it occurs there."""
    width = int(grams.max()) + 1 if len(grams) else 1
    return np.bincount(owners * width + grams, minlength=texts * width).reshape(texts, width)
