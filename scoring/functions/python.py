"""Functions of Python, by its own parser."""

import ast
from collections.abc import Iterator

from scoring.functions.function import Function

NOT_ASKED = frozenset({"abstractmethod", "abstractproperty", "overload"})
PLAIN = (ast.Constant, ast.Name, ast.Attribute)
Definition = ast.FunctionDef | ast.AsyncFunctionDef


def find(text: str) -> list[Function]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: nested deeper than the parser goes
        return []
    lines = text.split("\n")
    return [Function(name, *place) for name, node in _definitions(tree)
            if not _is_trivial(node) and (place := _place(node, lines))]


def _definitions(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    """Every definition, wherever it stands, with its qualified name."""
    waiting: list[tuple[str, ast.AST]] = [("", tree)]
    while waiting:
        prefix, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, Definition | ast.ClassDef)
            if isinstance(child, Definition):
                yield prefix + child.name, child
            waiting.append((f"{prefix}{child.name}." if named else prefix, child))


def _statements(node: Definition) -> list[ast.stmt]:
    """The body without its docstring."""
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


def _place(node: Definition, lines: list[str]) -> tuple[int, int] | None:
    """First and last line of the body; None where another part of the function stands on one of them.

    Comments above the first statement belong to the body: they tell how it is done.
    """
    statements = _statements(node)
    first = min([statements[0].lineno, *(one.lineno for one in getattr(statements[0], "decorator_list", ()))])
    if lines[first - 1].encode()[:statements[0].col_offset].strip():  # offsets count bytes
        return None
    docstring_end = node.body[0].end_lineno if statements is not node.body else 0
    while first - 1 > docstring_end and lines[first - 2].lstrip()[:1] in ("", "#"):
        first -= 1
    return first, statements[-1].end_lineno


def _is_trivial(node: Definition) -> bool:
    statements = _statements(node)
    if any(_last_name(decorator) in NOT_ASKED for decorator in node.decorator_list) or not statements:
        return True
    is_dunder = node.name.startswith("__") and node.name.endswith("__")
    return len(statements) == 1 and (_says_nothing(statements[0]) or (is_dunder and not hasattr(statements[0], "body")))


def _says_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return(value=None):
            return True
        case ast.Return(value=value):
            return isinstance(value, PLAIN)
        case ast.Raise(exc=error):
            return error is not None and _last_name(error) == "NotImplementedError"
        case ast.Assign(value=value):
            return isinstance(value, PLAIN)
    return False


def _last_name(node: ast.expr) -> str:
    """The name behind the last dot of what is called or named: `abstractmethod` of `abc.abstractmethod`."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
