"""Making hostile text harmless to read: nothing in it may steer a terminal, hide, or reorder what stands around it."""

import unicodedata
from collections.abc import Iterator

# Control (Cc), format (Cf: bidi controls, zero-width characters), surrogates (Cs) and the two Unicode line separators.
_INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_LAYOUT = "\n\t"


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """`text` in order as (piece, is_mark): plain runs as they are, and each invisible character as a mark.

    Line ends are LF afterwards; a lone CR is a mark, since a terminal would overwrite the line with what follows.

    >>> list(pieces("a\\u202eb"))
    [('a', False), ('U+202E', True), ('b', False)]
    """
    text = text.replace("\r\n", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable():  # nearly every answer; character by character is slow
        yield from [(text, False)] if text else []
        return
    start = 0
    for position, character in enumerate(text):
        if character in _LAYOUT or unicodedata.category(character) not in _INVISIBLE:
            continue
        if position > start:
            yield text[start:position], False
        yield f"U+{ord(character):04X}", True
        start = position + 1
    if start < len(text):
        yield text[start:], False


def plain(text: object) -> str:
    """`text` on one line for a terminal, with each invisible character written out.

    >>> plain("red\\x1b[31m alert")
    'red‹U+001B›[31m alert'
    """
    shown = "".join(f"‹{piece}›" if is_mark else piece for piece, is_mark in pieces(str(text)))
    return shown.replace("\n", " ").replace("\t", " ")


def shortened(text: str, limit: int) -> tuple[str, int]:
    """The first `limit` characters of `text`, and how many were left out."""
    return text[:limit], max(0, len(text) - limit)
