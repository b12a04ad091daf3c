from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, get_type_hints


@dataclass
class Pair:
    left: int
    right: int
    more: list[int] = field(default_factory=list)


class Kind(Enum):
    SUM = 1


class Point(NamedTuple):
    x: int


def add(a, b):
    get_type_hints(Pair)
    pair = pickle.loads(pickle.dumps(Pair(a, b)))
    assert pickle.loads(pickle.dumps(Kind.SUM)) is Kind.SUM and pickle.loads(pickle.dumps(Point(1))).x == 1
    return pair.left + pair.right
