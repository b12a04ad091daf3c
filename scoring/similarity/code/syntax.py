"""The part of CodeBLEU that looks at syntax: subtrees of the reference that the candidate has too.

A subtree is a node with everything below, without the texts of its leaves. What the candidate has besides costs nothing.
"""

from collections import Counter
from collections.abc import Mapping

from tree_sitter import Node


def subtrees(root: Node) -> Mapping[str, int]:
    """S-expressions of the root and of every inner node, with their numbers."""
    found: Counter[str] = Counter()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        found[str(node)] += 1
        waiting += [child for child in node.children if child.child_count]
    return found


def share(reference: Mapping[str, int], candidate: Mapping[str, int]) -> float:
    """The share of the reference's subtrees that the candidate has at least once.

    >>> share({"(a)": 3, "(b)": 1}, {"(a)": 1})
    0.75
    """
    return sum(number for tree, number in reference.items() if tree in candidate) / sum(reference.values())
