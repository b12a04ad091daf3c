"""Whether JavaScript tests look at what the answer did to an argument: a later statement of theirs asks of it what no result
is part of. As for Python (scoring/tasks/watched_arguments.py); this reads code of benchmarks only, and goes by its words.
"""

import re
from collections.abc import Iterator

from scoring.parentheses import behind

_CLAIMS = re.compile(r"(?<![\w$.])(?:assert|console\s*\.\s*assert|expect|if|throw)(?![\w$])|[=!]==?")
_NAMES = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$]*")
_OF_SOMETHING = re.compile(r"\s*(?:\?\.|\.)?\s*[\w$]*\s*\(")  # a method or function: what it returns is taken for a copy
_BOUND = re.compile(
    r"(?:(?P<new>const|let|var)\s+)?(?P<names>[\w$]+|\{[^{}=]*\}|\[[^\[\]=]*\])\s*=(?![=>])(?P<value>.*)", re.DOTALL)
_IMMUTABLE = re.compile(r"\s*(?:-?\d[\d._]*n?|true|false)?\s*")  # texts are blank
_BOUNDS = re.compile(r"[()\[\]{};\n]")
_BEFORE_OBJECT = re.compile(r"(?:[=(,:?\[]|\breturn|\b(?:const|let|var))\s*\Z")
_ROUNDS = 4  # of results of results: no test hands one on more often


def are_watched(bare: str, name: str) -> bool:
    """`bare`: the tests without literals and comments.

    >>> [are_watched(f"const a = [2, 1]; const r = f(a); {claim}", "f") for claim in
    ...  ("assert(a[0] === 2)", "if (a.length !== 2) throw 1", "assert(r.length === a.length)", "assert(f(a) === a[0])")]
    [True, True, False, False]
    """
    call = re.compile(rf"(?<![\w$.]){re.escape(name)}\s*\(")
    statements = list(_statements(bare))
    results, immutable = _results(statements, call), _immutable(statements)
    handed_over: set[str] = set()
    for statement in statements:
        asks = call.search(statement) is not None
        names = set(_NAMES.findall(statement))
        if not asks and names & handed_over and not names & results and _CLAIMS.search(statement):
            return True
        if asks:
            handed_over |= set(_handed_over(statement, call)) - immutable
    return False


def _statements(bare: str) -> Iterator[str]:
    """Parts between semicolons, braces of blocks, and ends of lines outside of brackets and braces of objects."""
    start, opened = 0, []
    for match in _BOUNDS.finditer(bare):
        mark = match[0]
        if mark in "([{":
            opened.append(mark == "{" and _BEFORE_OBJECT.search(bare, start, match.start()) is None)
            ends = opened[-1]
        elif mark in ")]}":
            ends = bool(opened) and opened.pop()
        else:
            ends = mark == ";" or not opened or opened[-1]
        if ends:
            yield bare[start:match.start()]
            start = match.end()
    yield bare[start:]


def _handed_over(statement: str, call: re.Pattern[str]) -> Iterator[str]:
    """The names whose objects the function gets itself."""
    for found in call.finditer(statement):
        arguments = statement[found.end():behind(statement, found.end()) - 1]
        at = 0
        while name := _NAMES.search(arguments, at):
            at = name.end()
            if of := _OF_SOMETHING.match(arguments, at):
                at = behind(arguments, of.end())
            else:
                yield name[0]


def _results(statements: list[str], call: re.Pattern[str]) -> set[str]:
    """Names of what the answer returned, and of what is made of it."""
    bound, found = [match for one in statements if (match := _BOUND.search(one))], set()
    for _ in range(_ROUNDS):
        for one in bound:
            if call.search(one["value"]) or found & set(_NAMES.findall(one["value"])):
                found |= set(_NAMES.findall(one["names"]))
    return found


def _immutable(statements: list[str]) -> set[str]:
    """Names that are declared as a number, a text or a truth value."""
    return {match["names"] for one in statements
            if (match := _BOUND.search(one)) and match["new"] and _IMMUTABLE.fullmatch(match["value"])}
