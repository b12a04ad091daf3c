"""The part of CodeBLEU that looks at syntax: subtrees of the reference that the candidate has too.

A subtree is a node that has children, with everything below and without the texts. What the candidate has besides costs
nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tree_sitter import Node

# Parts of an S-expression that are spelt out, brackets perhaps included: tokens without a name, and what a leaf is about.
_SPELT = re.compile(r"""(?P<nobody>\(MISSING (?:"[^\n]+?"|_\w*)\))|\(UNEXPECTED '[^\n]+?'\)""")


def subtrees(top: Node, nodes: Iterable[Node]) -> Mapping[str, int]:
    """S-expressions of the nodes that have children, with their numbers. `top` stands above all of them.

    The library writes an expression anew for every node, which takes most of the time. Those of nodes that hold named ones
    are cut out of that of `top`; the others cannot be told from leaves there, and are short.
    """
    whole = str(top)
    found = Counter([whole[start:end] for start, end in _holding_others(whole)])
    found.update([str(node) for node in nodes if not (node.is_named and node.named_child_count)])
    return found


def _holding_others(whole: str) -> Iterator[tuple[int, int]]:
    """Where the bracketed parts that hold others stand.

    >>> whole = '(a (b) c: (d (e) (MISSING ")")) (f (MISSING ")")))'
    >>> [whole[start:end] for start, end in _holding_others(whole)]
    ['(d (e) (MISSING ")"))', '(a (b) c: (d (e) (MISSING ")")) (f (MISSING ")")))']
    """
    opened: list[int] = []
    at = -1  # the place of the last opening bracket
    for piece in _SPELT.sub(_without_brackets, whole).split("(")[1:]:
        at += 1
        opened.append(at)
        if (closing := piece.find(")")) >= 0:
            del opened[-1]  # holds nothing
            while (closing := piece.find(")", closing + 1)) >= 0:
                yield opened.pop(), at + closing + 2
        at += len(piece)


def _without_brackets(spelt: re.Match[str]) -> str:
    """As long as it was."""
    inside = " " * (len(spelt[0]) - 2)
    return f" {inside} " if spelt["nobody"] else f"({inside})"


def share(reference: Mapping[str, int], candidate: Mapping[str, int]) -> float:
    """The share of the reference's subtrees that the candidate has at least once.

    >>> share({"(a)": 3, "(b)": 1}, {"(a)": 1})
    0.75
    """
    return sum(number for tree, number in reference.items() if tree in candidate) / sum(reference.values())
