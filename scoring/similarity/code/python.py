"""The rules of Python, whose assignments and loops take several names apart."""

from collections.abc import Mapping

from scoring.similarity.code.tree import Branch
from scoring.similarity.code.walk import (
    COMPUTED,
    Edge,
    MissingPart,
    Rule,
    States,
    Walk,
    define,
    fork,
    part,
    twice,
)


def _assign(walk: Walk, branch: Branch, states: States) -> States:
    right = branch.part("right")
    if right is None:
        return states  # an annotation alone
    return _unpack(walk, part(branch, "left"), right, states)


def _for_in(walk: Walk, branch: Branch, states: States) -> States:
    if not branch.children:
        raise MissingPart("a for without a part")
    return _linked(walk, [part(branch, "left")], [branch.children[-1]], states)


def _unpack(walk: Walk, left: Branch, right: Branch, states: States) -> States:
    """Side by side where both sides have as many parts, whatever those are; else all from all.

    The published scorer loses a text's whole data flow where the parts are those of a string, as in `self.x = "y"` (three
    against three): scores that must compare depend on it.
    """
    lefts, rights = (_parts(side) for side in (left, right))
    if len(lefts) == len(rights) > 1 and (left.is_leaf or right.is_leaf):
        raise MissingPart("parts of a string")
    if len(lefts) != len(rights) or not lefts:
        lefts, rights = [left], [right]
    return _linked(walk, lefts, rights, states)


def _parts(side: Branch) -> list[Branch]:
    if side.is_leaf:
        return [side] * side.inside
    return [child for child in side.children if child.kind != ","]


def _linked(walk: Walk, lefts: list[Branch], rights: list[Branch], states: States) -> States:
    for right in rights:
        states = walk.visit(right, states)
    for left, right in zip(lefts, rights, strict=True):
        sources = walk.names(right)
        names, origins = tuple(token.text for token in sources), tuple(token.number for token in sources)
        for target in walk.names(left):
            walk.edges.append(Edge(target.text, target.number, COMPUTED, names, origins))
            states[target.text] = (target.number,)
    return states


def _for(walk: Walk, branch: Branch, states: States) -> States:
    mark = len(walk.edges)
    left, right, last = part(branch, "left"), part(branch, "right"), branch.children[-1]
    for _ in range(2):
        states = _unpack(walk, left, right, states)
        if last.kind == "block":
            states = walk.visit(last, states)
    walk.merge_since(mark)
    return states


def _clauses_first(walk: Walk, branch: Branch, states: States) -> States:
    """In a comprehension the names of its `for` clauses stand behind their use."""
    for child in sorted(branch.children, key=lambda child: child.kind != "for_in_clause"):
        states = walk.visit(child, states)
    return states


_COMPREHENSIONS = ("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression", "ERROR")
PYTHON: Mapping[str, Rule] = {
    "default_parameter": define, "assignment": _assign, "augmented_assignment": _assign, "for_in_clause": _for_in,
    "if_statement": fork(frozenset({"elif_clause", "else_clause"}), only_first=True), "for_statement": _for,
    "while_statement": twice, **dict.fromkeys(_COMPREHENSIONS, _clauses_first),
}
