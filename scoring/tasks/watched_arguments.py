"""Whether Python tests look at what an answer did to an argument: they state something of it that no result is part of.

`assert sort(xs) == sorted(xs)` and `r = sort(xs); assert r == sorted(xs)` ask for a result, and an argument that an answer
empties must not help it. `sort(xs); assert xs == [1, 2]` watches the argument.
"""

import ast
from collections.abc import Callable, Iterator

_IMMUTABLE = (ast.Constant, ast.JoinedStr)
_BINDS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)
_ROUNDS = 4  # of results of results: no test hands one on more often


def are_watched(tree: ast.Module, is_answers: Callable[[ast.Call], bool]) -> bool:
    """`is_answers(call)`: whether a call is one of an answer's functions."""
    handed_over = {name for call in _calls(tree, is_answers) for name in _handed_over(call)} - _immutable(tree)
    if not handed_over:
        return False
    results = _results(tree, is_answers)
    return any(
        (names := _names(claim)) & handed_over and not names & results and not any(_calls(claim, is_answers))
        for claim in _claims(tree)
    )


def _calls(tree: ast.AST, is_answers: Callable[[ast.Call], bool]) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_answers(node))


def _handed_over(call: ast.Call) -> Iterator[str]:
    """The names whose objects the function gets itself. What another call returns is taken for a copy."""
    todo: list[ast.AST] = [*call.args, *(keyword.value for keyword in call.keywords)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            yield node.id
        elif not isinstance(node, ast.Call):
            todo.extend(ast.iter_child_nodes(node))


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _bound(tree: ast.AST) -> Iterator[tuple[set[str], ast.expr]]:
    """The names that get a value, and the value."""
    for node in ast.walk(tree):
        if isinstance(node, _BINDS) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield set().union(*map(_names, targets)), node.value
        elif isinstance(node, ast.For | ast.comprehension):
            yield _names(node.target), node.iter


def _immutable(tree: ast.Module) -> set[str]:
    """Names that are never bound to anything but numbers and texts."""
    bound: dict[bool, set[str]] = {True: set(), False: set()}
    for names, value in _bound(tree):
        bound[_is_immutable(value)] |= names
    return bound[True] - bound[False]


def _is_immutable(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(_is_immutable, value.elts))
    return isinstance(value.operand if isinstance(value, ast.UnaryOp) else value, _IMMUTABLE)


def _results(tree: ast.Module, is_answers: Callable[[ast.Call], bool]) -> set[str]:
    """Names of what an answer returned, and of what is made of it."""
    bound, found = list(_bound(tree)), set()
    for _ in range(_ROUNDS):
        for names, value in bound:
            if _names(value) & found or any(_calls(value, is_answers)):
                found |= names
    return found


def _claims(tree: ast.Module) -> Iterator[ast.expr]:
    """What tests state: parts of assertions and conditions, and the arguments of methods named `assert...`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert | ast.If):
            yield from _parts(node.test)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr.startswith("assert"):
            yield ast.Tuple([*node.args, *(keyword.value for keyword in node.keywords)], ast.Load())


def _parts(claim: ast.expr) -> Iterator[ast.expr]:
    if isinstance(claim, ast.BoolOp):
        for value in claim.values:
            yield from _parts(value)
    elif isinstance(claim, ast.UnaryOp):
        yield from _parts(claim.operand)
    else:
        yield claim
