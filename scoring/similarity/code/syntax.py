"""The part of CodeBLEU that looks at syntax: subtrees of the reference that the candidate has too.

A subtree is a node that has children, with everything below and without the texts. What the candidate has besides costs
nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tree_sitter import Node


def subtrees(nodes: Iterable[Node]) -> Mapping[str, int]:
    """S-expressions of nodes with their numbers."""
    return Counter(map(str, nodes))


def share(reference: Mapping[str, int], candidate: Mapping[str, int]) -> float:
    """The share of the reference's subtrees that the candidate has at least once.

    >>> share({"(a)": 3, "(b)": 1}, {"(a)": 1})
    0.75
    """
    return sum(number for tree, number in reference.items() if tree in candidate) / sum(reference.values())
