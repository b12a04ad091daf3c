"""Where Python text holds strings and comments. Lexical only: replies are hostile, and a parser can be made to hang."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r'''
    """ (?:[^"\\]++|\\.|"(?!""))*+ (?:"""|(?P<never_closed>\Z|\\\Z))
    | \'\'\' (?:[^\'\\]++|\\.|\'(?!\'\'))*+ (?:\'\'\'|(?P<never_closed_single>\Z|\\\Z))
    | " (?:[^"\\\n]++|\\.)*+ (?:"|(?P<cut>))
    | \' (?:[^\'\\\n]++|\\.)*+ (?:\'|(?P<cut_single>))
    | \#[^\n]*+
    ''',
    re.VERBOSE | re.DOTALL,
)


def spans(text: str, start: int = 0) -> Iterator[tuple[int, int, bool]]:
    """The strings and comments of `text` as (start, end, closed), in order, in linear time.

    `closed` is False for a triple-quoted string that runs to the end of the text: the quote was never closed, so
    whatever it seems to hold may just as well be code or prose. A short string that its line does not close is no
    string but an apostrophe.
    """
    for match in _TOKEN.finditer(text, start):
        if match["cut"] is None and match["cut_single"] is None:
            yield match.start(), match.end(), match["never_closed"] is None and match["never_closed_single"] is None


def without_literals(code: str) -> str:
    """`code` with every string and comment replaced by `""`, so that a search finds code only."""
    return _TOKEN.sub('""', code)


class Literals:
    """Tells, for growing positions only, whether a position of `text` lies in a string or comment.

    `broken` turns True when a position lies after a quote that is never closed: all that was seen as inside and
    outside before may then be swapped.
    """

    def __init__(self, text: str, start: int = 0):
        self._spans = spans(text, start)
        self._current = next(self._spans, None)
        self.broken = False

    def hold(self, position: int) -> bool:
        while self._current and self._current[1] <= position:
            self._current = next(self._spans, None)
        if self._current is None or self._current[0] > position:
            return False
        self.broken = not self._current[2]
        return not self.broken
