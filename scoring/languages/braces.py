"""Looking at code of languages with braces, lexically: answers are hostile, and a parser can be made to hang."""

import re

from scoring import parentheses

_LITERAL = re.compile(
    r"""
      //[^\n]*+
    | /\*(?:[^*]++|\*(?!/))*+(?:\*/)?
    | "(?:[^"\\\n]++|\\.)*+"?
    | '(?:[^'\\\n]++|\\.)*+'?
    | `(?:[^`\\]++|\\.)*+`?
    """,
    re.VERBOSE | re.DOTALL,
)
_NOT_A_TYPE = frozenset({"return", "else", "new", "throw", "case", "co_return", "await", "yield", "delete", "typeof", "in"})
_BEFORE_BODY = re.compile(r"\s*(?:(?:const|noexcept|override|final)\b\s*)*(?:throws\s[\w\s,.]*|->[\w\s:<>,*&]*)?\{")
_WORD = re.compile(r"(\w+)[\s*&]*\Z")


def without_literals(code: str) -> str:
    """`code` with strings and comments blanked out, at its old length, so that a search finds code only.

    >>> without_literals('a("f(") // f(')
    'a(    )      '
    """
    return _LITERAL.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), code)


def definition(code: str, name: str) -> int | None:
    """Where the line begins on which the last definition `TYPE name(PARAMETERS) {` stands; None without one."""
    bare = without_literals(code)
    closing: dict[int, int] | None = None
    found = None
    for match in re.finditer(rf"(?<![\w.:])({re.escape(name)})\s*\(", bare):
        if not _follows_a_type(bare, match.start()):
            continue
        closing = parentheses.pairs(bare) if closing is None else closing
        end = closing.get(match.end() - 1)
        if end is not None and _BEFORE_BODY.match(bare, end + 1):
            found = bare.rfind("\n", 0, match.start()) + 1
    return found


def _follows_a_type(bare: str, place: int) -> bool:
    before = bare[max(0, place - 200):place]
    if not before.strip():
        return False
    last = before.rstrip()[-1]
    word = _WORD.search(before)
    return last in ">]" or (word is not None and word[1] not in _NOT_A_TYPE)


def unclosed(code: str) -> int:
    """How many braces of `code` stay open."""
    bare = without_literals(code)
    return bare.count("{") - bare.count("}")
