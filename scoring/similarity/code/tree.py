"""A text as a syntax tree, with its tokens numbered in their order."""

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

import tree_sitter
import tree_sitter_c
import tree_sitter_c_sharp
import tree_sitter_cpp
import tree_sitter_go
import tree_sitter_java
import tree_sitter_javascript
import tree_sitter_python

LANGUAGES = {
    name: tree_sitter.Language(grammar.language())
    for name, grammar in {
        "c": tree_sitter_c, "c_sharp": tree_sitter_c_sharp, "cpp": tree_sitter_cpp, "go": tree_sitter_go,
        "java": tree_sitter_java, "javascript": tree_sitter_javascript, "python": tree_sitter_python,
    }.items()
}
WHOLE = frozenset({"string_literal", "string", "character_literal"})  # one token, whatever the grammar finds inside


class Token(NamedTuple):
    """`number` counts from 0. A name is anything that is not spelt like its kind, as keywords and operators are."""

    number: int
    text: str
    is_name: bool


class Branch:
    """A node. `first` and `end` are the positions of its tokens; a leaf has one, a comment none. `inside` counts what the
    grammar finds in a leaf that is one token all the same."""

    __slots__ = ("kind", "first", "end", "is_leaf", "inside", "children", "_node")

    def __init__(self, node: tree_sitter.Node, kind: str, first: int, *, is_leaf: bool = False, inside: int = 0):
        self.kind = kind
        self.first = self.end = first
        self.is_leaf = is_leaf
        self.inside = inside
        self.children: list[Branch] = []
        self._node = node

    def part(self, name: str) -> "Branch | None":
        """The first child in the field of this name."""
        for position, child in enumerate(self.children):
            if self._node.field_name_for_child(position) == name:
                return child
        return None


class Tree:
    """The tree of a text. `depth` counts levels of nodes that have children."""

    def __init__(self, root: tree_sitter.Node, text: str):
        self.root = root
        places: list[Place] = []
        self.top, self.depth = _branches(root, places)
        self._tokens = _tokens(places, text)

    def token(self, leaf: Branch) -> Token:
        return self._tokens[leaf.first]

    def names(self, branch: Branch) -> list[Token]:
        return [token for token in self._tokens[branch.first:branch.end] if token.is_name]


def parse(text: str, language: str) -> Tree:
    """Any text has a tree: what the grammar cannot read becomes nodes of errors. Raises KeyError for the language."""
    parsed = tree_sitter.Parser(LANGUAGES[language]).parse(text.encode("utf-8", "replace"))
    return Tree(parsed.root_node, text)


Place = tuple[str, int, int]  # kind of a token, and its first and last byte


def _branches(root: tree_sitter.Node, places: list[Place]) -> tuple[Branch, int]:
    """The tree below `root` and how deep it is; every token is added to `places`. No recursion: depth is the answer's."""
    top = Branch(root, root.type, 0)
    path, deepest = [(top, iter(root.children))], 1
    while path:
        branch, nodes = path[-1]
        for node in nodes:
            kind, inside = node.type, node.child_count
            if inside and kind not in WHOLE:
                child = Branch(node, kind, len(places))
                branch.children.append(child)
                path.append((child, iter(node.children)))
                deepest = max(deepest, len(path))
                break
            child = Branch(node, kind, len(places), is_leaf=kind != "comment", inside=inside)
            branch.children.append(child)
            if child.is_leaf:
                places.append((kind, node.start_byte, node.end_byte))
                child.end += 1
        else:
            branch.end = len(places)
            path.pop()
    return top, deepest


def _tokens(places: list[Place], text: str) -> list[Token]:
    """Tokens at one place are one: the grammar puts what it misses there, without any width, and the last counts."""
    numbers = {place[1:]: number for number, place in enumerate(places)}
    cut = _cutter(text)
    texts = [cut(start, end) for _, start, end in places]
    found = []
    for kind, start, end in places:
        number = numbers[start, end]
        found.append(Token(number, texts[number], kind != texts[number]))
    return found


def _cutter(text: str) -> Callable[[int, int], str]:
    """What gives the text between two bytes, without line ends.

    Columns count bytes, and are taken for characters here as they are in the published scorer: after a Cyrillic letter on
    the same line tokens are cut in the wrong place. Scores that must compare depend on it.
    """
    if text.isascii():
        return lambda start, end: text[start:end].replace("\n", "")
    lines = text.split("\n")
    starts = list(accumulate((len(line.encode("utf-8", "replace")) + 1 for line in lines), initial=0))

    def cut(start: int, end: int) -> str:
        row, end_row = bisect(starts, start) - 1, bisect(starts, end) - 1
        column, end_column = start - starts[row], end - starts[end_row]
        if row == end_row:
            return lines[row][column:end_column]
        return "".join([lines[row][column:], *lines[row + 1:end_row], lines[end_row][:end_column]])
    return cut
