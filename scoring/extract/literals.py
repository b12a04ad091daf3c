"""Where Python text holds strings and comments. Lexical only: replies are hostile, and a parser can be made to hang."""

import re
from collections.abc import Iterator

_PATTERN = r"""
    "{3} (?:[^"\\]++|\\.|"(?!""))*+ (?:"{3}|(?P<never_closed>\\?\Z))
    | '{3} (?:[^'\\]++|\\.|'(?!''))*+ (?:'{3}|(?P<never_closed_single>\\?\Z))
    | " (?:[^"\\\n]++|\\.)*+ (?:"|(?P<cut>))
    | ' (?:[^'\\\n]++|\\.)*+ (?:'|(?P<cut_single>))
    | \#[^\n]*+
"""
_LITERAL = re.compile(_PATTERN, re.VERBOSE | re.DOTALL)
# The ends of lines are matched too, so that who asks about one position reads on to that line and no further.
_LITERAL_OR_LINE = re.compile(_PATTERN + r"| \n", re.VERBOSE | re.DOTALL)


def without_literals(code: str) -> str:
    """`code` with every string and comment replaced by `""`, so that a search finds code only."""
    return _LITERAL.sub('""', code)


def spans_of(code: str) -> Iterator[tuple[int, int]]:
    """(start, end) of every string and comment; what is no string but an apostrophe is left out."""
    for match in _LITERAL.finditer(code):
        if match["cut"] is None and match["cut_single"] is None:
            yield match.span()


class Literals:
    """Tells, for growing positions only, whether a position of `text` lies in a string or comment that began after `start`.

    A short string that its line does not close is no string but an apostrophe. `broken` turns True when a position
    lies after a triple quote that is never closed: what was seen as inside and outside before may then be swapped.
    """

    def __init__(self, text: str, start: int = 0):
        self._spans = _spans(text, start)
        self._current = next(self._spans, None)
        self.broken = False

    def hold(self, position: int) -> bool:
        while self._current and self._current[1] <= position:
            self._current = next(self._spans, None)
        if self._current is None or self._current[0] > position:
            return False
        self.broken = not self._current[2]
        return not self.broken


def _spans(text: str, start: int) -> Iterator[tuple[int, int, bool]]:
    """(start, end, closed) of literals and line ends, in order."""
    for match in _LITERAL_OR_LINE.finditer(text, start):
        if match["cut"] is None and match["cut_single"] is None:
            yield match.start(), match.end(), match["never_closed"] is None and match["never_closed_single"] is None
