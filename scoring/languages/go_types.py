"""Signatures and types of Go, read from a benchmark's own code: what plain data can carry between two processes.

A type is a tuple: its sort, then what it is made of. Sorts: "name" (with the name), "any", "slice", "array", "map", "pointer",
"struct". What is never plain (functions, channels, interfaces with methods) is Unreadable.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.languages.braces import without_literals

Type = tuple  # recursive

SCALARS = frozenset({
    "bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
    "byte", "rune", "float32", "float64", "complex64", "complex128",
})
_TOKEN = re.compile(r"\.\.\.|<-|\w+(?:\.\w+)*|[^\w\s]|\n")
_TYPE = re.compile(r"^type[ \t]+(\w+)[ \t]*=?[ \t]*(?=[\w*\[(])", re.MULTILINE)
_DEEPEST = 50


class Unreadable(ValueError):
    """It is no signature or type, or none that this module knows."""


@dataclass(frozen=True)
class Signature:
    name: str
    text: str  # "func F(a, b int) string"
    parameters: tuple[Type, ...]
    results: tuple[Type, ...]


def signature(code: str) -> Signature:
    """The signature that `code` begins with. Raises Unreadable if there is none, as for generic functions.

    >>> signature("func F(a, b int, c ...string) (n int, err error) {").results
    (('name', 'int'), ('name', 'error'))
    """
    bare = without_literals(code)
    tokens = _Tokens(bare)
    tokens.take("func")
    name = tokens.next()
    parameters = tokens.fields("(", ")")
    results: tuple[Type, ...] = ()
    if tokens.here == "(":
        results = tokens.fields("(", ")")
    elif tokens.here not in ("{", "\n", ""):
        results = (tokens.type(),)
    return Signature(name, bare[:tokens.end].strip(), parameters, results)


def declared_types(code: str) -> dict[str, Type]:
    """The types that `code` declares at its top level, one by one, those that cannot be read left out."""
    bare, found = without_literals(code), {}
    for match in _TYPE.finditer(bare):
        try:
            found[match[1]] = _Tokens(bare[match.end():]).type()
        except Unreadable:
            continue  # a generic type, or none: whoever uses its name finds that nothing is known of it
    return found


def is_plain(kind: Type, declared: Mapping[str, Type], *, result: bool) -> bool:
    """Whether values of this type can be carried. Pointers and errors only as results: through a pointer an argument may be
    changed, and which error it is means more than its text.
    """
    sort, *parts = kind
    if sort == "name":
        (name,) = parts
        if name in declared:
            rest = {other: of for other, of in declared.items() if other != name}
            return is_plain(declared[name], rest, result=result)
        return name in SCALARS or (name == "error" and result) or name == "any"
    if sort == "pointer":
        return result and parts[0][0] == "name" and parts[0][1] in SCALARS
    return all(is_plain(part, declared, result=result) for part in parts)


def holds(kind: Type, sorts: frozenset[str], declared: Mapping[str, Type]) -> bool:
    """Whether a type of one of these sorts or names is part of a plain type. Looking into others may not end."""
    sort, *parts = kind
    if sort == "name":
        return parts[0] in sorts or (parts[0] in declared and holds(declared[parts[0]], sorts, declared))
    return sort in sorts or any(holds(part, sorts, declared) for part in parts)


class _Tokens:
    """Reads types, one token after another. `here` is the next token, "" at the end; `end` where the last one taken ended."""

    def __init__(self, bare: str):
        self._rest = _TOKEN.finditer(bare)
        self.end = self._here_end = 0
        self.here = ""
        self._depth = 0
        self.next()

    def next(self) -> str:
        taken, self.end = self.here, self._here_end
        match = next(self._rest, None)
        self.here, self._here_end = (match[0], match.end()) if match else ("", self._here_end)
        return taken

    def take(self, token: str) -> None:
        if self.here != token:
            raise Unreadable(f"{self.here!r} where {token!r} should be")
        self.next()

    def type(self) -> Type:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable("types in types, too deep")
        kind = self._type()
        self._depth -= 1
        return kind

    def _type(self) -> Type:
        token = self.next()
        if token == "*":
            return "pointer", self.type()
        if token == "[":
            return self._sequence()
        if token == "map":
            self.take("[")
            key = self.type()
            self.take("]")
            return "map", key, self.type()
        if token == "struct":
            return "struct", *self.fields("{", "}")
        if token == "interface":
            self.take("{")
            return self._interface()
        if token in ("func", "chan", "<-") or not re.fullmatch(r"[\w.]+", token):
            raise Unreadable(f"no plain type begins with {token!r}")
        return "name", token

    def _sequence(self) -> Type:
        if self.here == "]":
            self.next()
            return "slice", self.type()
        while self.here not in ("]", "", "\n"):  # the length, which is a constant expression
            self.next()
        self.take("]")
        return "array", self.type()

    def _interface(self) -> Type:
        if self.here == "}":
            self.next()
            return ("any",)
        raise Unreadable("an interface with methods")

    def fields(self, opening: str, closing: str) -> tuple[Type, ...]:
        """The types of parameters, results or fields, each as often as there are names for it."""
        self.take(opening)
        types: list[Type] = []
        waiting: list[Type] = []  # names alone, until it is known whether they are types
        named = False
        while self.here != closing:
            if self.here in (",", "\n", ";"):
                if self.next() != "," and opening == "{":
                    types, waiting = [*types, *waiting], []  # embedded
                continue
            kind, has_name = self._field((",", "\n", ";", closing))
            named = named or has_name
            waiting.append(kind)
            if has_name:
                types += [kind] * len(waiting)
                waiting = []
        self.next()
        if named and waiting and opening == "(":
            raise Unreadable("a parameter without a type")
        return (*types, *waiting)

    def _field(self, ends: tuple[str, ...]) -> tuple[Type, bool]:
        """A type, or a name and its type."""
        if re.fullmatch(r"\w+", self.here) and self.here not in ("map", "struct", "interface", "func", "chan"):
            name = self.next()
            if self.here in ends:
                return ("name", name), False
            return self._variadic(), True
        return self._variadic(), False

    def _variadic(self) -> Type:
        if self.here == "...":
            self.next()
            return "slice", self.type()
        return self.type()
