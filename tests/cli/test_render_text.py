"""Hostile text made harmless."""

import pytest

from cli.render.text import pieces, plain

MARKED = {
    "escape": "\x1b", "nul": "\x00", "lone carriage return": "\r", "right-to-left override": "\u202e",
    "isolate": "\u2067", "zero-width space": "\u200b", "byte order mark": "\ufeff", "line separator": "\u2028",
    "C1 control": "\x9b", "lone surrogate": "\udc80", "tag character": "\U000e0041",
}
KEPT = ["a\tb\nc", "Складывает", "漢字", "🙂", "e\u0301", "a\u00a0b", ""]


@pytest.mark.parametrize("character", MARKED.values(), ids=MARKED)
def test_characters_that_steer_or_hide_are_written_out(character):
    assert list(pieces(f"a{character}b")) == [("a", False), (f"U+{ord(character):04X}", True), ("b", False)]
    assert plain(f"a{character}b") == f"a‹U+{ord(character):04X}›b"


@pytest.mark.parametrize("text", KEPT)
def test_ordinary_text_stays_as_it_is(text):
    assert "".join(piece for piece, _ in pieces(text)) == text
    assert not any(is_mark for _, is_mark in pieces(text))


def test_line_ends_of_windows_are_line_ends():
    assert list(pieces("a\r\nb")) == [("a\nb", False)]


def test_plain_text_is_one_line():
    assert plain("a\nb\tc") == "a b c"
