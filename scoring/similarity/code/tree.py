"""A text as a syntax tree, with its tokens numbered in their order."""

from bisect import bisect
from collections.abc import Callable, Container
from itertools import accumulate

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


class Leaf:
    """A token: its `number`, from 0, its text, and whether it is a name, which is anything that is not spelt like its kind
    (as keywords and operators are). `inside` counts what the grammar finds in a token that is one all the same."""

    __slots__ = ("kind", "start", "end", "inside", "number", "text", "is_name")
    is_leaf = True

    def __init__(self, kind: str, start: int, end: int, inside: int):
        self.kind, self.start, self.end, self.inside = kind, start, end, inside


class Branch:
    """A node with children, or a comment. Its tokens are those at the positions from `first` to before `end`; it is `marked`
    when it or a node below is of a kind that was asked for."""

    __slots__ = ("kind", "first", "end", "children", "node", "marked")
    is_leaf = False

    def __init__(self, node: tree_sitter.Node, kind: str, first: int):
        self.node, self.kind, self.first, self.end = node, kind, first, first
        self.children: list[Branch | Leaf] = []
        self.marked = False

    def part(self, name: str) -> "Branch | Leaf | None":
        """The first child in the field of this name."""
        for position, child in enumerate(self.children):
            if self.node.field_name_for_child(position) == name:
                return child
        return None


class Tree:
    """The tree of a text, its tokens, its nodes with children (those inside of tokens as well), and how deep it is."""

    def __init__(self, root: tree_sitter.Node, text: str, marks: Container[str]):
        self.top = Branch(root, root.type, 0)
        self.leaves: list[Leaf] = []
        self.nodes: list[tree_sitter.Node] = [root]
        self.depth = 0
        self._grow(marks)
        _number(self.leaves, text)

    def names(self, branch: Branch | Leaf) -> list[Leaf]:
        """The names among its tokens."""
        if isinstance(branch, Leaf):
            return [branch] if branch.is_name else []
        return [leaf for leaf in self.leaves[branch.first:branch.end] if leaf.is_name]

    def _grow(self, marks: Container[str]) -> None:
        """No recursion: how deep it would go is the answer's choice."""
        leaves, nodes = self.leaves, self.nodes
        path = [(self.top, iter(self.top.node.children))]
        while path:
            branch, below = path[-1]
            for node in below:
                kind, inside = node.type, node.child_count
                if not inside or kind in WHOLE:
                    if kind == "comment":
                        branch.children.append(Branch(node, kind, len(leaves)))
                        continue
                    leaf = Leaf(kind, node.start_byte, node.end_byte, inside)
                    branch.children.append(leaf)
                    leaves.append(leaf)
                    if inside:
                        _add_with_all_below(node, nodes)
                    continue
                nodes.append(node)
                child = Branch(node, kind, len(leaves))
                branch.children.append(child)
                path.append((child, iter(node.children)))
                if kind in marks:
                    for above, _ in path:
                        above.marked = True
                self.depth = max(self.depth, len(path))
                break
            else:
                branch.end = len(leaves)
                path.pop()


def parse(text: str, language: str, marks: Container[str] = ()) -> Tree:
    """A tree in which nodes of the kinds `marks` are marked. Any text has one: what the grammar cannot read becomes nodes of
    errors. Raises KeyError for the language."""
    parsed = tree_sitter.Parser(LANGUAGES[language]).parse(text.encode("utf-8", "replace"))
    return Tree(parsed.root_node, text, marks)


def _add_with_all_below(node: tree_sitter.Node, nodes: list[tree_sitter.Node]) -> None:
    waiting = [node]
    while waiting:
        nodes.append(waiting.pop())
        waiting += [child for child in nodes[-1].children if child.child_count]


def _number(leaves: list[Leaf], text: str) -> None:
    """Gives tokens their numbers and texts. Tokens at one place are one, and the last counts: the grammar puts what it
    misses there, without any width."""
    cut = _cutter(text)
    for number, leaf in enumerate(leaves):
        leaf.number, leaf.text = number, cut(leaf.start, leaf.end)
        leaf.is_name = leaf.kind != leaf.text
    last = {(leaf.start, leaf.end): leaf.number for leaf in leaves}
    if len(last) < len(leaves):
        for leaf in leaves:
            leaf.number = last[leaf.start, leaf.end]


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
