"""The body of a Python function, found in a reply and mended for its place: what `strict` does.

1. The code is the last block that defines the function, else the last Python block, else the reply (`strict_python`).
2. A repeated signature goes: what stands below it is the body, ended by the first statement that is no deeper. Imports
   beside it move into the body. Other functions, classes and calls beside it go.
3. Without a signature the body ends before the first statement that is shallower than its first one.
4. Lost indentation comes back: of the whole body, or of its first line alone where the rest only fits so.
"""

import re
from dataclasses import replace

from scoring.extract import strict_python
from scoring.repository.place import Place
from scoring.repository.python_lines import Line, lines_of

_LEAVES = re.compile(r"(?:return|yield|nonlocal)\b")  # beside a `def` they say that it is a part of the body
_IMPORT = re.compile(r"(?:import|from)\s(?!\s*__future__\b)")


def assemble(reply: str, place: Place, name: str) -> str:
    """The whole file with the answer in it. `name` is the plain name of the function."""
    left = place.left if place.left.endswith("\n") or not place.left else place.left + "\n"
    return left + body(reply, name, place.gold) + place.right


def body(reply: str, name: str, gold: str) -> str:
    """The statements of the answer at the indentation of `gold`; a line feed alone where there are none."""
    lines = lines_of(_unified(strict_python.extract(reply, name)))
    margin = _margin_of(gold)
    lines = _below_signature(lines, name) or _until_shallower(lines)
    shifted = _shifted(_first_line_mended(lines, len(margin)), margin)
    return "\n".join(shifted).strip("\n").rstrip() + "\n"


def stub(gold: str) -> str:
    return f"{_margin_of(gold)}raise NotImplementedError\n"


def _unified(code: str) -> str:
    return code.replace("\r\n", "\n").replace("\r", "\n")


def _margin_of(gold: str) -> str:
    line = next((line for line in gold.split("\n") if line.strip()), "")
    return line[:len(line) - len(line.lstrip(" \t"))]


def _below_signature(lines: list[Line], name: str) -> list[Line] | None:
    """The body of the last function `name` of the answer's outermost ones, imports first; None where there is none."""
    if not name:
        return None
    signature = re.compile(rf"\s*(?:async\s+)?def\s+{re.escape(name)}\b")
    heads = [at for at, line in enumerate(lines) if line.begins and signature.match(line.bare)]
    outer = min((lines[at].margin for at in heads), default=0)
    heads = [at for at in heads if lines[at].margin == outer]
    beside = [at for at, line in enumerate(lines) if line.begins and line.margin <= outer]
    if not heads or any(_LEAVES.match(lines[at].bare.lstrip()) for at in beside):
        return None
    start, end = _body_of(lines, heads[-1])
    found = [_after_colon(lines, heads[-1], start), *lines[start:end]]
    imports = [at for at in beside if at < heads[-1] and _IMPORT.match(lines[at].bare.lstrip())]
    inner = next((line.margin for line in found if line is not None and line.begins), 0)
    moved = [_moved(line, lines[at].margin, inner) for at in imports for line in lines[at:_statement_end(lines, at)]]
    return [*moved, *(line for line in found if line is not None)]


def _body_of(lines: list[Line], head: int) -> tuple[int, int]:
    """From the line after the signature to the first statement that is no deeper than it."""
    start = _statement_end(lines, head)
    end = next((at for at in range(start, len(lines)) if lines[at].begins and lines[at].margin <= lines[head].margin),
               len(lines))
    return start, end


def _statement_end(lines: list[Line], at: int) -> int:
    """The line after the statement that begins at `at`: blank lines and comments below it are no part of it."""
    end = at + 1
    depth = _depth(lines[at])
    while end < len(lines) and (depth > 0 or lines[end].literal or lines[end - 1].bare.rstrip().endswith("\\")):
        depth += _depth(lines[end])
        end += 1
    return end


def _depth(line: Line) -> int:
    return sum(map(line.bare.count, "([{")) - sum(map(line.bare.count, ")]}"))


def _after_colon(lines: list[Line], head: int, start: int) -> Line | None:
    """The body of `def f(): return 1`, which stands on the line of the signature."""
    depth = 0
    for line in lines[head:start]:
        for at, char in enumerate(line.bare):
            depth += (char in "([{") - (char in ")]}")
            if char == ":" and depth == 0:
                text, bare = line.text[at + 1:].lstrip(), line.bare[at + 1:].lstrip()
                return Line(text, bare, begins=True, literal=False) if bare else None
    return None


def _moved(line: Line, frm: int, to: int) -> Line:
    return replace(line, text=" " * to + line.text[min(frm, line.margin):])


def _until_shallower(lines: list[Line]) -> list[Line]:
    begun = [at for at, line in enumerate(lines) if line.begins]
    end = next((at for at in begun if lines[at].margin < lines[begun[0]].margin), len(lines))
    return lines[:end]


def _first_line_mended(lines: list[Line], depth: int) -> list[Line]:
    """A first line that lost its margin to whoever stripped the reply, while the others kept theirs, gets it back."""
    begun = [at for at, line in enumerate(lines) if line.begins]
    if len(begun) < 2 or lines[begun[0]].margin >= depth or _fit(lines):
        return lines
    inner, first = min(lines[at].margin for at in begun[1:]), lines[begun[0]]
    mended = list(lines)
    mended[begun[0]] = replace(first, text=" " * inner + first.text.lstrip(" \t"))
    return mended if _fit(mended) else lines


def _fit(lines: list[Line]) -> bool:
    """Whether Python could read these statements as they are indented."""
    levels: list[int] = []
    opened = True
    for at, line in enumerate(lines):
        if not line.begins:
            continue
        while levels and not opened and line.margin < levels[-1]:
            levels.pop()
        if opened == bool(levels and line.margin <= levels[-1]) or not (opened or levels and line.margin == levels[-1]):
            return False
        levels += [line.margin] if opened else []
        opened = lines[_statement_end(lines, at) - 1].bare.rstrip().endswith(":")
    return True


def _shifted(lines: list[Line], margin: str) -> list[str]:
    """The texts with the margin of the first statement exchanged for `margin`; what lies in strings stays."""
    shared = next((line.margin for line in lines if line.begins), 0)
    return [line.text if line.literal else margin + line.text[min(shared, line.margin):] if line.text.strip() else ""
            for line in lines]
