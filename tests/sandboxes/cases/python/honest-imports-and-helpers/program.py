import functools
from collections import Counter
from typing import List

TOTAL = Counter()


@functools.lru_cache
def helper(values: tuple) -> int:
    return sum(values)


def add(a: int, b: int) -> int:
    global TOTAL
    TOTAL[a] += 1
    values: List[int] = [a, b]
    return helper(tuple(values))
