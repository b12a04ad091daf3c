"""Functions of the languages with braces, by the grammars that CodeBLEU pins as well."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import tree_sitter

from scoring.functions.function import Function
from scoring.similarity.code.tree import LANGUAGES

_CLOSING = re.compile(r"\s*\};?\s*(?://.*|/\*.*\*/\s*)?")


@dataclass(frozen=True)
class Grammar:
    """Kinds of nodes: definitions of functions, and what qualifies the names of those inside it. `starters` are functions
    that the language runs by itself, and no test calls."""

    functions: frozenset[str]
    owners: frozenset[str] = frozenset()
    separator: str = "."
    starters: frozenset[str] = frozenset({"main"})


# Constructors of Java and C++ are left out: a body without the call of the base's, or behind a list of initialisers, would
# test the grammar of the language and not what the function does.
GRAMMARS: Mapping[str, Grammar] = {
    "java": Grammar(frozenset({"method_declaration"}), owners=frozenset({
        "class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
        "annotation_type_declaration"})),
    "go": Grammar(frozenset({"function_declaration", "method_declaration"}), starters=frozenset({"main", "init"})),
    "c": Grammar(frozenset({"function_definition"})),
    "cpp": Grammar(frozenset({"function_definition"}), owners=frozenset({
        "class_specifier", "struct_specifier", "union_specifier", "namespace_definition"}), separator="::"),
}
PLAIN = frozenset({
    "identifier", "field_identifier", "qualified_identifier", "this", "true", "false", "null", "nil", "none", "nullptr",
    "number_literal", "string_literal", "char_literal", "character_literal", "decimal_integer_literal", "int_literal",
    "float_literal", "decimal_floating_point_literal", "interpreted_string_literal", "raw_string_literal", "rune_literal",
    "field_access", "field_expression", "selector_expression", "hex_integer_literal", "null_literal",
})
WRAPPERS = frozenset({"expression_statement", "expression_list", "return_statement", "parenthesized_expression",
                      "statement_list"})
SETTERS = frozenset({"assignment_expression", "assignment_statement"})
NAMES = frozenset({"identifier", "field_identifier", "operator_name", "operator_cast", "destructor_name",
                   "qualified_identifier", "template_function"})


def find(text: str, language: str) -> list[Function]:
    grammar = GRAMMARS[language]
    source = text.encode("utf-8", "replace")
    lines = text.split("\n")
    root = tree_sitter.Parser(LANGUAGES[language]).parse(source).root_node
    found = []
    for prefix, node in _definitions(root, grammar):
        name, body = _name(node, language), node.child_by_field_name("body")
        if name is None or name in grammar.starters or body is None or node.has_error:
            continue
        if _stands_alone(body, lines) and not _is_trivial(body):
            found.append(Function(prefix + name, body.start_point.row + 2, body.end_point.row + 1))
    return found


def _definitions(root: tree_sitter.Node, grammar: Grammar) -> Iterator[tuple[str, tree_sitter.Node]]:
    """Every definition that stands in no other one, with the names around it. What is inside (anonymous classes, lambdas)
    has no name to ask for."""
    waiting = [("", root)]
    while waiting:
        prefix, node = waiting.pop()
        for child in node.children:
            if child.type in grammar.functions:
                yield prefix, child
            elif child.type in grammar.owners and (name := child.child_by_field_name("name")):
                waiting.append((f"{prefix}{_text(name)}{grammar.separator}", child))
            elif child.child_count:
                waiting.append((prefix, child))


def _name(node: tree_sitter.Node, language: str) -> str | None:
    """The function's own name, with Go's receiver; None for one that is not asked for."""
    if language in ("c", "cpp"):
        return _declared_name(node)
    name = node.child_by_field_name("name")
    receiver = node.child_by_field_name("receiver")
    return f"{_receiver_type(receiver)}.{_text(name)}" if receiver is not None else _text(name)


def _receiver_type(receiver: tree_sitter.Node) -> str:
    """`T` of `(t T)`, `(t *T)`, `(t *T[K, V])`."""
    waiting = list(receiver.children)
    while waiting:
        node = waiting.pop(0)
        if node.type == "type_identifier":
            return _text(node)
        waiting = list(node.children) + waiting
    return ""


def _declared_name(node: tree_sitter.Node) -> str | None:
    """C wraps the name in what it returns: `*(f)(int)`. None for constructors and destructors."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type not in NAMES:
        inner = declarator.child_by_field_name("declarator")
        declarator = inner or next((child for child in declarator.named_children if child.type.endswith("declarator")
                                    or child.type in NAMES), None)
    if declarator is None or node.child_by_field_name("type") is None:  # a constructor returns nothing
        return None
    name = " ".join(_text(declarator).split())
    return None if "~" in name else name


def _stands_alone(body: tree_sitter.Node, lines: list[str]) -> bool:
    """The body's lines hold nothing but the body and its closing brace."""
    first, last = body.start_point.row, body.end_point.row
    on_first = [child for child in body.children if child.start_point.row == first and child.type != "{"]
    closed = _CLOSING.fullmatch(lines[last].removesuffix("\r"))
    return first < last and closed is not None and all(
        "comment" in child.type and child.end_point.row == first for child in on_first)


def _is_trivial(body: tree_sitter.Node) -> bool:
    """Nothing, or one statement that returns or sets a plain value."""
    statements = _statements(body)
    if len(statements) != 1:
        return not statements
    node = statements[0]
    while node.type in WRAPPERS:
        inner = [child for child in node.named_children if "comment" not in child.type]
        if len(inner) != 1:
            return not inner  # `return;`
        node = inner[0]
    if node.type in SETTERS:
        node = node.child_by_field_name("right")
        while node.type in WRAPPERS and node.named_child_count == 1:
            node = node.named_children[0]
    return node.type in PLAIN


def _statements(body: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The statements of a block; newer grammars put them into a list of their own."""
    children = [child for child in body.named_children if "comment" not in child.type]
    if len(children) == 1 and children[0].type == "statement_list":
        return [child for child in children[0].named_children if "comment" not in child.type]
    return children


def _text(node: tree_sitter.Node) -> str:
    return node.text.decode("utf-8", "replace")
