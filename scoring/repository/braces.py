"""Looking at code of Java, Go, C and C++ lexically: where strings, comments and directives are, and which braces match.

Answers are hostile text, so everything is linear in its length.
"""

import re
from dataclasses import dataclass

from scoring import parentheses

MOST_MEMBERS = 30  # that a constructor may initialise in braces: without a bound, hostile code takes hours
_COMMENT = r"//[^\n]*+ | /\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
_SHORT = r""" "(?:[^"\\\n]++|\\.)*+"? | '(?:[^'\\\n]++|\\.)*+'? """
_LITERALS = {
    "java": rf'{_COMMENT} | """(?:[^"\\]++|\\.|"(?!""))*+(?:""")? | {_SHORT}',
    "go": rf"{_COMMENT} | `[^`]*+`? | {_SHORT}",
    "c": rf"{_COMMENT} | {_SHORT}",
    "cpp": rf'{_COMMENT} | R"(?P<mark>[^\s()\\]{{0,16}})\((?:[^)]++|\)(?!(?P=mark)"))*+(?:\)(?P=mark)")? | {_SHORT}',
}
_LITERAL = {language: re.compile(pattern, re.VERBOSE | re.DOTALL) for language, pattern in _LITERALS.items()}
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w*)(?:[^\\\n]++|\\.)*+", re.MULTILINE | re.DOTALL)


def blanked(code: str, language: str) -> str:
    """`code` at its old length with strings and comments blank; for C and C++ without directives, and of the branches of
    an `#if` with the first one only, since braces that open in each of them close once.

    >>> blanked('f("{"); // {', "java"), blanked('a`{`', "go")
    ('f(   );     ', 'a   ')
    """
    bare = _LITERAL[language].sub(lambda match: _blank(match[0]), code)
    return _first_branches(bare) if language in ("c", "cpp") else bare


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _first_branches(bare: str) -> str:
    parts, end = [], 0
    hidden: list[bool] = []  # for each open #if whether its current branch is hidden
    for match in _DIRECTIVE.finditer(bare):
        between = bare[end:match.start()]
        parts += [_blank(between) if any(hidden[-1:]) else between, _blank(match[0])]
        word, end = match[1], match.end()
        if word.startswith("if"):
            hidden.append(bool(hidden and hidden[-1]))
        elif word.startswith("el") and hidden:
            hidden[-1] = True
        elif word == "endif" and hidden:
            hidden.pop()
    return "".join([*parts, bare[end:]])


def closing(bare: str, start: int, depth: int) -> int | None:
    """The place of the brace that brings `depth` to nothing, counted from `start`; None where the text ends before."""
    for match in re.compile(r"[{}]").finditer(bare, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return None


@dataclass(frozen=True)
class Function:
    """A function in code: where its declaration starts, its opening brace, and its closing one (None: the text ends)."""

    start: int
    opening: int
    closing: int | None


def function(code: str, name: str, language: str) -> Function | None:
    """The last function `name` that `code` defines; None where it only calls one, or is its body."""
    if not name:
        return None
    bare = blanked(code, language)
    found = _in_go(bare, name) if language == "go" else _in_c(bare, name)
    return Function(*found, closing(bare, found[1], 0)) if found else None


def _in_go(bare: str, name: str) -> tuple[int, int] | None:
    heads = list(re.finditer(rf"^func\b[ \t]*(?:\([^()]*+\)[ \t]*)?{re.escape(name)}[ \t]*[\[(]", bare, re.MULTILINE))
    if not heads:
        return None
    depth, at = 0, heads[-1].end() - 1
    while at < len(bare):
        depth += (bare[at] in "([") - (bare[at] in ")]")
        if bare[at] == "{" and depth == 0:
            if not re.search(r"\b(?:interface|struct)\s*\Z", bare[max(0, at - 40):at]):
                return heads[-1].start(), at
            at = closing(bare, at, 0) or len(bare)  # a type in the result: interface{}
        at += 1
    return None


_NO_TYPE = frozenset({"return", "else", "new", "throw", "case", "delete", "if", "while", "for", "switch", "catch", "do"})
_BEFORE_BODY = re.compile(
    r"\s*(?:(?:const|noexcept|override|final|volatile|&&?)\s*)*+"
    r"(?:throws\s[\w\s,.<>]{0,500}+|->\s*[\w\s:<>,*&]{0,500}+|(?P<members>:(?!:)[^{};]{0,2000}+))?\{")
_NEXT_MEMBER = re.compile(r"[^{};]{0,2000}+\{")


def _in_c(bare: str, name: str) -> tuple[int, int] | None:
    names = [match for match in re.finditer(rf"(?<![\w.>~])~?{re.escape(name)}\s*\(", bare)
             if _is_declared(bare, match.start())]
    pairs = parentheses.pairs(bare) if names else {}
    for match in reversed(names):
        end = pairs.get(match.end() - 1)
        head = _BEFORE_BODY.match(bare, end + 1) if end is not None else None
        opening = _after_members(bare, head) if head else None
        if opening is not None:
            return _declaration_start(bare, match.start()), opening
    return None


def _after_members(bare: str, head: re.Match[str]) -> int | None:
    """The opening brace of a body, after those of a constructor's members, as in `: a{1}, b{2} {`."""
    opening = head.end() - 1
    for _ in range(MOST_MEMBERS):
        if not head["members"] or not re.match(r"[\w>]", bare[opening - 1]):
            return opening
        end = closing(bare, opening, 0)
        following = _NEXT_MEMBER.match(bare, end + 1) if end is not None else None
        if following is None:
            return None
        opening = following.end() - 1
    return None


def _is_declared(bare: str, at: int) -> bool:
    """Whether what stands before a name can be a type, a modifier or a class: not an operator, a call or a keyword."""
    before = bare[max(0, at - 200):at].rstrip()
    if not before or before[-1] in ";{}":
        return True  # a constructor, or a K&R function
    word = re.search(r"(\w+)\Z", before)
    return before[-1] in ">]*&:)" or (word is not None and word[1] not in _NO_TYPE)


def _declaration_start(bare: str, at: int) -> int:
    start = max(bare.rfind(char, 0, at) for char in ";{}") + 1
    return start + len(bare[start:at]) - len(bare[start:at].lstrip())
