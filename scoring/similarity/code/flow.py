"""The part of CodeBLEU that looks at data flow: which name takes its value from which.

An edge says that a token comes from, or is computed from, others. Names become numbers in the order in which they appear,
so that renaming changes nothing. `rules` knows which syntax of a language defines, assigns, loops or branches.
"""

import contextlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scoring.similarity.code.rules import RULES
from scoring.similarity.code.tree import Tree
from scoring.similarity.code.walk import Edge, MissingPart, Walk, unique

Shape = tuple[int, str, tuple[int, ...]]  # an edge with numbers for names
MAX_DEPTH = 900  # the published scorer gives up where Python's recursion ends, and so has no data flow below that


def edges(tree: Tree, language: str) -> Mapping[Shape, int]:
    """The edges of a text with their numbers. None at all where broken syntax lacks a part that a rule needs: the
    published scorer drops everything then."""
    if tree.depth > MAX_DEPTH:
        return Counter()
    walk = Walk(tree, RULES[language])
    try:
        with _deep_recursion():
            walk.visit(tree.top, {})
    except MissingPart:
        return Counter()
    return Counter(_shapes(_one_for_each_token(walk.edges)))


def share(reference: Mapping[Shape, int], candidate: Mapping[Shape, int]) -> float:
    """The share of the reference's edges that the candidate has; 0 for a reference without any, also when both have none.

    >>> share({(0, "comesFrom", (1,)): 2}, {(0, "comesFrom", (1,)): 1}), share({}, {})
    (0.5, 0.0)
    """
    total = sum(reference.values())
    shared = sum(min(number, candidate.get(shape, 0)) for shape, number in reference.items())
    return shared / total if total else 0.0


@contextlib.contextmanager
def _deep_recursion() -> Iterator[None]:
    """A walk takes up to three calls for a level."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 4 * MAX_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _one_for_each_token(found: Sequence[Edge]) -> list[Edge]:
    """Edges of tokens that have an origin or are one, by token; those of one token become one."""
    linked = {number for edge in found for number in edge.origins} | {edge.number for edge in found if edge.origins}
    merged: dict[int, Edge] = {}
    for edge in sorted(found, key=lambda edge: edge.number):
        if edge.number not in linked:
            continue
        if (other := merged.get(edge.number)) is not None:
            edge = Edge(edge.name, edge.number, edge.relation, unique(other.names + edge.names), ())
        merged[edge.number] = edge
    return list(merged.values())


def _shapes(found: Sequence[Edge]) -> list[Shape]:
    numbers: dict[str, int] = {}
    return [_shape(edge, numbers) for edge in found]


def _shape(edge: Edge, numbers: dict[str, int]) -> Shape:
    origins = tuple(numbers.setdefault(name, len(numbers)) for name in edge.names)
    return numbers.setdefault(edge.name, len(numbers)), edge.relation, origins
