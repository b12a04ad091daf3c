"""Where the assertions of `python-tests` and `program-tests` run, decided from the benchmark's code and never from an answer.

The tests run in a judge's process and call the answer, in another process, with plain data. That fails tests that look
into the answer's objects, patch its surroundings, or rely on it changing an argument: those run in the answer's own
process, where a hostile answer can forge its verdict.

- "standing": in the judge that serves one case after another, since the tests leave nothing behind.
- "forked": in a judge of their own.
- "inside": in the answer's process, marked as the weaker guarantee.

In other languages than Python the choice is "divided" (a process of the judge's own) or "inside", and scoring.languages
decides it.
"""

import ast
import builtins
from collections.abc import Callable, Iterator
from functools import lru_cache

from scoring.tasks.watched_arguments import are_watched

WAYS = STANDING, FORKED, INSIDE = "standing", "forked", "inside"
DIVIDED = "divided"
PROGRAM_WAYS = DIVIDED, INSIDE
DIVIDED_RUNNERS = "python-tests", "program-tests"
# Modules without state that a test could leave behind (`random` is seeded anew for each case).
_STATELESS = frozenset({
    "array", "bisect", "cmath", "collections", "copy", "dataclasses", "datetime", "enum", "fractions", "functools",
    "hashlib", "heapq", "itertools", "json", "math", "numbers", "operator", "random", "re", "statistics", "string",
    "textwrap", "typing", "__future__",
})
# Modules by which tests observe or change the process that an answer runs in.
_LOOKS_INSIDE = frozenset({
    "asyncio", "builtins", "contextlib", "importlib", "inspect", "io", "signal", "sys", "threading", "time", "types",
    "unittest.mock", "warnings", "weakref", "gc",
})
_LEAVES_STATE = frozenset({"setattr", "delattr", "exec", "eval", "__import__", "open", "globals", "vars"})
_PLAIN = (bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, Exception, OSError)
_PLAIN_ATTRIBUTES = frozenset(name for kind in _PLAIN for name in dir(kind)) - {"__dict__", "__class__", "__doc__"}
_BUILTINS = frozenset(dir(builtins))
_TRY = (ast.Try, ast.TryStar, ast.With)


@lru_cache(512)  # the attempts at a sample are planned one after another
def way(prompt: str, setup: str, tests: str) -> str:
    """Where the tests of one sample run."""
    try:
        code = [ast.parse(text) for text in (setup, tests)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return FORKED  # they fail wherever they run
    trees = [*code, *_parsed(prompt)]
    modules = {module for tree in trees for module in _imports(tree)}
    if any(module in _LOOKS_INSIDE for tree in code for module in _imports(tree)) or _looks_inside(code):
        return INSIDE
    if modules <= _STATELESS and not any(map(_leaves_state, trees)):
        return STANDING
    return FORKED


def _parsed(prompt: str) -> list[ast.Module]:
    try:
        return [ast.parse(prompt)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # it is not executed on the judge's side either


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from (alias.name, alias.name.partition(".")[0])
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, node.module.partition(".")[0])


def _looks_inside(code: list[ast.Module]) -> bool:
    own, nodes = _own_names(code), [node for tree in code for node in ast.walk(tree)]
    harmless = own | _BUILTINS

    def is_answers(call: ast.Call) -> bool:
        return isinstance(call.func, ast.Name) and call.func.id not in harmless

    return (
        any(map(_is_async_or_chained, nodes)) or any(_asks_for_an_attribute(node, own) for node in nodes)
        or any(_discards_a_result(tree, is_answers) or are_watched(tree, is_answers) for tree in code)
    )


def _is_async_or_chained(node: ast.AST) -> bool:
    """Coroutines, and calls of what a call returned."""
    chained = isinstance(node, ast.Call) and isinstance(node.func, ast.Call)
    return chained or isinstance(node, ast.Await | ast.AsyncFunctionDef)


def _asks_for_an_attribute(node: ast.AST, own: set[str]) -> bool:
    """Whether an attribute is used that no plain value has, on something that the tests did not import or define."""
    return isinstance(node, ast.Attribute) and node.attr not in _PLAIN_ATTRIBUTES and _root(node) not in own


def _own_names(code: list[ast.Module]) -> set[str]:
    """What the tests import and define, with `self` of their classes, and what they make with an imported function."""
    names, made = {"self", "cls"}, []
    for node in (node for tree in code for node in ast.walk(tree)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made.append(node)
    for node in made:
        if isinstance(node.value.func, ast.Attribute) and _root(node.value.func) in names:
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _discards_a_result(tree: ast.Module, is_answers: Callable[[ast.Call], bool]) -> bool:
    """Whether an answer's function is called for what it does to its arguments, other than to see it raise."""
    return any(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and is_answers(node.value)
        for node in _statements_outside_of_try(tree)
    )


def _statements_outside_of_try(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _TRY):
            yield child
            yield from _statements_outside_of_try(child)


def _leaves_state(tree: ast.Module) -> bool:
    """Whether something is stored on what may outlive the namespace of a case, or could be."""
    return any(
        (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del))
        or (isinstance(node, ast.Name) and node.id in _LEAVES_STATE)
        or (isinstance(node, ast.Attribute) and node.attr.startswith("__") and node.attr not in ("__name__", "__doc__"))
        for node in ast.walk(tree)
    )
