"""Spans of time: pairs (start, end) of minutes, the end excluded."""


def merged(spans):
    """The same time in as few spans as possible, in order. Spans that touch become one; empty ones vanish.

    >>> merged([(5, 9), (0, 3), (3, 4), (8, 12), (20, 20)])
    [(0, 4), (5, 12)]
    """
    joined = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def length(spans):
    """How many minutes the spans cover together."""
    return sum(end - start for start, end in merged(spans))
