"""Places by total, in which models that chance may have parted are equal."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.paired import paired


def places(contents: Sequence[Mapping[str, Any]]) -> list[tuple[int, int | None]]:
    """(index, place) of each content, best total first; no place, and last, where there is no total.

    1. By total, the greater first; equal ones in the order in which they came.
    2. The first of a group has as its place how many stand above it, plus one. Who follows shares it as long as the paired
       interval of the difference between the two holds 0, and where their totals are equal. Where there is no interval
       (`scoring.paired`), the totals decide.
    """
    there = sorted((index for index in range(len(contents)) if _total(contents[index]) is not None),
                   key=lambda index: -_total(contents[index]))
    found: list[tuple[int, int | None]] = []
    first, place = None, 0
    for above, index in enumerate(there):
        if first is None or not _may_be_equal(contents[first], contents[index]):
            first, place = index, above + 1
        found.append((index, place))
    return found + [(index, None) for index in range(len(contents)) if _total(contents[index]) is None]


def _total(content: Mapping[str, Any]) -> float | None:
    return content["totals"]["total"]["value"]


def _may_be_equal(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    if _total(a) == _total(b):
        return True
    interval = paired(a, b)["total"]["ci95"]
    return interval is not None and interval[0] <= 0 <= interval[1]
