"""Which parentheses of code match, where strings and comments are blank already. Answers are hostile: all is linear."""

import re

_PARENTHESIS = re.compile(r"[()]")


def pairs(bare: str) -> dict[int, int]:
    """For each opening parenthesis the place of the one that closes it.

    >>> pairs("f(g(1)) (")
    {3: 5, 1: 6}
    """
    found: dict[int, int] = {}
    waiting: list[int] = []
    for match in _PARENTHESIS.finditer(bare):
        if match[0] == "(":
            waiting.append(match.start())
        elif waiting:
            found[waiting.pop()] = match.start()
    return found


def behind(bare: str, start: int) -> int:
    """The place behind the parenthesis that closes the one just before `start`; the end of the text without one.

    >>> behind("f(g(1)) + 1", 2), behind("f(g(1)", 2)
    (7, 6)
    """
    depth = 1
    for match in _PARENTHESIS.finditer(bare, start):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.end()
    return len(bare)
