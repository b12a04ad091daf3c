"""Fenced blocks of a Markdown reply, as models write them rather than as the specification asks.

Understood: backticks and tildes of any length, tags and attributes, CRLF, indented fences and list items, a fence that
opens at the end of a line of prose or closes at the end of a line of code, blocks inside blocks, an unclosed last block.
A fence inside a string or comment of the code is text.
"""

import re
from dataclasses import dataclass

from scoring.extract.literals import Literals

# Each fence may look this far ahead for the one that ends it: without a bound, 100,000 commented fences take hours.
MOST_SKIPPED = 20
_FENCE = re.compile(
    r"""
    ^(?P<lead>\ufeff?[ \t]*+(?:(?:[-*+]|\d{1,3}[.)])[ \t]++)?) (?P<mark>`{3,}+|~{3,}+) (?P<info>[^`\n]*+) $
    | ^[^`\n]++ (?P<late>`{3,}+) (?P<tag>[A-Za-z0-9_.+\#-]*+) [ \t\r]*+ $
    """,
    re.VERBOSE | re.MULTILINE,
)
_TAG = re.compile(r"(?P<tag>[A-Za-z][A-Za-z0-9_.+#-]*|\{[^}]*\})(?:[ \t:,{].*)?")


@dataclass(frozen=True)
class Fence:
    """A line that may be a fence: `start` and `end` are its offsets, without the text before a late one.

    `wordy`: text follows that is no tag, so it can close a block but open none.
    `late`: it stands at the end of a line of text.
    """

    start: int
    end: int
    mark: str
    tag: str = ""
    indent: int = 0
    wordy: bool = False
    late: bool = False

    def closes(self, opener: "Fence") -> bool:
        return not self.tag and self.mark[0] == opener.mark[0] and len(self.mark) >= len(opener.mark)


@dataclass(frozen=True)
class Block:
    """What follows an opening fence, up to the fence that closes it or opens a block inside it."""

    tag: str
    text: str
    indent: int

    @property
    def dedented(self) -> str:
        """The text without the indentation of its fence (a block inside a list item), if its first line has it."""
        if not self.indent or not re.match(rf"\s*^[ \t]{{{self.indent}}}", self.text, re.MULTILINE):
            return self.text
        return re.sub(rf"^[ \t]{{1,{self.indent}}}", "", self.text, flags=re.MULTILINE)


def fences(reply: str) -> list[Fence]:
    """Every line that may be a fence, in order."""
    return [_fence(match) for match in _FENCE.finditer(reply)]


def _fence(match: re.Match) -> Fence:
    if match["late"]:
        return Fence(match.start("late"), match.end(), match["late"], match["tag"].lower(), late=True)
    info = match["info"].strip()
    tag = _TAG.fullmatch(info)
    return Fence(
        match.start(), match.end(), match["mark"], tag=tag["tag"].strip("{}. ").lower() if tag else "",
        indent=len(match["lead"].lstrip("\ufeff")), wordy=bool(info) and not tag,
    )


def blocks(reply: str, marks: list[Fence]) -> list[Block]:
    """The blocks that `marks` (all fences of `reply`, or a tail of them) delimit, in order of their opening.

    A bare fence at least as long as the innermost open one closes it; any other opens a block, inside it if need be.
    """
    found: list[Block] = []
    open_fences: list[Fence] = []
    index = 0
    while index < len(marks):
        mark = marks[index]
        index += 1
        if open_fences and mark.closes(open_fences[-1]):
            open_fences.pop()
        elif not mark.wordy:
            index = _end_of(reply, marks, index, mark)
            end = marks[index].start if index < len(marks) else len(reply)
            found.append(Block(mark.tag, reply[min(mark.end + 1, end):end], mark.indent))
            open_fences.append(mark)
    return found


def _end_of(reply: str, marks: list[Fence], first: int, opener: Fence) -> int:
    """The index of the fence that ends the text after `opener`; len(marks) if the text runs to the end.

    Fences inside strings and comments are skipped, unless that leads into a string which is never closed (a docstring
    that the model left unfinished) or over more than `MOST_SKIPPED`: then the first of the skipped ones counts after all.
    """
    literals = Literals(reply, opener.end)
    skipped = None
    for index in range(first, min(len(marks), first + MOST_SKIPPED)):
        mark = marks[index]
        if mark.late and (mark.tag or mark.mark[0] != opener.mark[0]):
            continue
        if not literals.hold(mark.start):
            return skipped if literals.broken and skipped is not None else index
        skipped = index if skipped is None else skipped
    if skipped is not None:
        return skipped
    return min(len(marks), first + MOST_SKIPPED)
