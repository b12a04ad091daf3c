"""Python code as lines that know whether a statement begins there. Lexical: answers are hostile, parsers can be hung."""

import re
from dataclasses import dataclass

from scoring.extract.literals import spans_of


@dataclass(frozen=True)
class Line:
    """`begins`: a statement begins here. `literal`: its beginning lies in a string, so that its margin is content.
    `bare` is the text with strings and comments blanked out."""

    text: str
    bare: str
    begins: bool
    literal: bool

    @property
    def margin(self) -> int:
        return len(self.text) - len(self.text.lstrip(" \t\f"))

    @property
    def opens(self) -> bool:
        """Whether a block must follow."""
        return self.bare.rstrip().endswith(":")


def lines_of(code: str) -> list[Line]:
    """The lines of `code`, without their ends."""
    bare, literal_starts = _blanked(code)
    found: list[Line] = []
    offset = depth = 0
    continued = False
    for text in code.split("\n"):
        shown = bare[offset:offset + len(text)]
        literal = offset in literal_starts
        is_code = bool(text.strip()) and not text.lstrip().startswith("#")
        found.append(Line(text, shown, is_code and not literal and depth == 0 and not continued, literal))
        depth = max(0, depth + sum(map(shown.count, "([{")) - sum(map(shown.count, ")]}")))
        continued = shown.rstrip(" \t\r").endswith("\\")
        offset += len(text) + 1
    return found


def _blanked(code: str) -> tuple[str, set[int]]:
    """`code` with the inside of its literals as `_` (line feeds stay), and the offsets of lines that begin inside one."""
    parts, inside, end = [], set(), 0
    for start, stop in spans_of(code):
        parts += [code[end:start], re.sub(r"[^\n]", " " if code[start] == "#" else "_", code[start:stop])]
        inside |= {start + match.end() for match in re.finditer("\n", code[start:stop])}
        end = stop
    return "".join([*parts, code[end:]]), inside
