"""How a value travels through syntax: the rules that languages share, each for one kind of node.

They are those of the published data-flow extraction of CodeBLEU, since scores must compare. A rule adds edges to the walk
and returns the states after its node; it may change the states that it is given.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.similarity.code.tree import Branch, Token, Tree

COMES, COMPUTED = "comesFrom", "computedFrom"
States = dict[str, tuple[int, ...]]  # name -> numbers of the tokens that may hold its present value


class Edge(NamedTuple):
    """The token `number` with text `name` has its value from the tokens `origins` with the texts `names`."""

    name: str
    number: int
    relation: str
    names: tuple[str, ...] = ()
    origins: tuple[int, ...] = ()


class MissingPart(Exception):
    """Broken syntax: a rule needs a part that the node does not have."""


class Walk:
    """One pass over a tree; `edges` is what it found so far, in the order of the walk."""

    def __init__(self, tree: Tree, rules: Mapping[str, "Rule"]):
        self.tree = tree
        self.rules = rules
        self.edges: list[Edge] = []

    def visit(self, branch: Branch, states: States) -> States:
        """Raises MissingPart."""
        if branch.is_leaf:
            return self._leaf(self.tree.token(branch), branch.kind, states)
        rule = self.rules.get(branch.kind, in_order)
        return rule(self, branch, states)

    def names(self, branch: Branch) -> list[Token]:
        return self.tree.names(branch)

    def _leaf(self, token: Token, kind: str, states: States) -> States:
        if not token.is_name:
            return states
        if token.text in states:
            self.edges.append(Edge(token.text, token.number, COMES, (token.text,), states[token.text]))
            return states
        if kind == "identifier":
            states[token.text] = (token.number,)
        self.edges.append(Edge(token.text, token.number, COMES))
        return states

    def link_each(self, targets: Sequence[Token], sources: Sequence[Token], relation: str, states: States) -> None:
        """An edge from every source to every target; each target then holds the value of its name."""
        for target in targets:
            self.edges += [Edge(target.text, target.number, relation, (source.text,), (source.number,)) for source in sources]
            states[target.text] = (target.number,)

    def merge_since(self, mark: int) -> None:
        """Makes one of the edges of a token that rounds of a loop found since `mark`."""
        found: dict[tuple[str, int, str], Edge] = {}
        for edge in self.edges[mark:]:
            key = (edge.name, edge.number, edge.relation)
            if (other := found.get(key)) is not None:
                origins = tuple(sorted({*other.origins, *edge.origins}))
                edge = Edge(*key, unique(other.names + edge.names), origins)
            found[key] = edge
        self.edges[mark:] = found.values()


Rule = Callable[[Walk, Branch, States], States]


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """In the order of first appearance: the published scorer numbers names in the order of a hash table, so that its
    value may change from run to run."""
    return tuple(dict.fromkeys(names))


def part(branch: Branch, name: str) -> Branch:
    """The child in a field. Raises MissingPart where there is none."""
    found = branch.part(name)
    if found is None:
        raise MissingPart(f"{branch.kind} without {name}")
    return found


def in_order(walk: Walk, branch: Branch, states: States) -> States:
    return _all(walk, branch.children, states)


def _all(walk: Walk, branches: Iterable[Branch], states: States) -> States:
    for branch in branches:
        states = walk.visit(branch, states)
    return states


def define(walk: Walk, branch: Branch, states: States) -> States:
    return defined(walk, part(branch, "name"), branch.part("value"), states)


def defined(walk: Walk, name: Branch, value: Branch | None, states: States) -> States:
    """A new name, with or without a value."""
    if value is None:
        for token in walk.names(name):
            walk.edges.append(Edge(token.text, token.number, COMES))
            states[token.text] = (token.number,)
        return states
    states = walk.visit(value, states)
    walk.link_each(walk.names(name), walk.names(value), COMES, states)
    return states


def assign(walk: Walk, branch: Branch, states: States) -> States:
    left, right = part(branch, "left"), part(branch, "right")
    states = walk.visit(right, states)
    walk.link_each(walk.names(left), walk.names(right), COMPUTED, states)
    return states


def increment(walk: Walk, branch: Branch, states: States) -> States:
    names = walk.names(branch)
    walk.link_each(names, names, COMPUTED, states)
    return states


def twice(walk: Walk, branch: Branch, states: States) -> States:
    """A loop: its second round sees what the first one left."""
    mark = len(walk.edges)
    for _ in range(2):
        states = in_order(walk, branch, states)
    walk.merge_since(mark)
    return states


def loop(after: str, update: str | None = None) -> Rule:
    """A `for`: all of it, then again what stands behind the child of kind `after`, whose field `update` comes first."""
    def rule(walk: Walk, branch: Branch, states: States) -> States:
        mark = len(walk.edges)
        states = in_order(walk, branch, states)
        heads = [position for position, child in enumerate(branch.children) if child.kind == after]
        if heads:
            head = branch.children[heads[0]]
            first = head.part(update) if update else None
            states = _all(walk, ([first] if first else []) + branch.children[heads[0] + 1:], states)
        walk.merge_since(mark)
        return states
    return rule


def each(name: str, value: str) -> Rule:
    """A loop over elements: fields of the element's name and of what is gone through."""
    def rule(walk: Walk, branch: Branch, states: States) -> States:
        mark = len(walk.edges)
        element, source, body = part(branch, name), part(branch, value), part(branch, "body")
        for _ in range(2):
            states = walk.visit(source, states)
            walk.link_each(walk.names(element), walk.names(source), COMPUTED, states)
            states = walk.visit(body, states)
        walk.merge_since(mark)
        return states
    return rule


def fork(starts: frozenset[str], only_first: bool, keeps_before: bool = False) -> Rule:
    """An `if`: children whose kind is in `starts` begin from the states before it, the others follow each other.

    With `only_first` False everything behind the first of them begins there too. Afterwards a name may hold what any of
    the ways left; without an `else`, or with `keeps_before`, also what it held before.
    """
    def rule(walk: Walk, branch: Branch, states: States) -> States:
        before, current, ends, seen = dict(states), dict(states), [], False
        for child in branch.children:
            if child.kind in starts or (seen and not only_first):
                seen = True
                ends.append(walk.visit(child, dict(before)))
            else:
                current = walk.visit(child, current)
        ends.append(current)
        if keeps_before or not any("else" in child.kind for child in branch.children):
            ends.append(before)
        return _either(ends)
    return rule


def _either(ends: Iterable[States]) -> States:
    found: dict[str, set[int]] = {}
    for states in ends:
        for name, numbers in states.items():
            found.setdefault(name, set()).update(numbers)
    return {name: tuple(sorted(numbers)) for name, numbers in found.items()}
