"""Python code of a reply, for function completion: exact where a reply holds one answer, predictable where it holds more."""

import re

from scoring.extract.fences import Block, Fence, blocks, fences
from scoring.extract.literals import Literals, without_literals

_PYTHON_TAGS = frozenset({"", "python", "python3", "python2", "py", "py3", "ipython", "ipython3"})


def extract(reply: str, entry_point: str | None) -> str:
    """The code in `reply` that answers for `entry_point` (the name of the wanted function, None if unknown).

    1. A reply without fences, or one whose fences all stand inside its strings and comments, is code as it is: byte for
       byte, so that a function body keeps its indentation. Only a leading byte order mark goes.
    2. Otherwise the last block that defines `entry_point` at its top level. Code before the first fence counts as a
       block (the opening fence may have been part of the prompt), after all others.
    3. Otherwise that code before the first fence if it is an indented function body; else the last block that is
       neither blank nor tagged as another language, else the last that is not blank, else the last.
    A block that defines `entry_point` loses the indentation of its fence; any other keeps it, as it may be a body.

    >>> extract("Sure:\\n```python\\ndef f():\\n    return 1\\n```\\nDone.", "f")
    'def f():\\n    return 1\\n'
    >>> extract("    return 1\\n", "f")
    '    return 1\\n'
    """
    reply = reply.removeprefix("\ufeff")
    marks = fences(reply)
    if _is_code(reply, marks):
        return reply
    head = reply[:marks[0].start]
    head_is_body = _is_indented(head)
    if not marks[0].tag and (head_is_body or _defines(head, entry_point)):
        marks = marks[1:]  # it closes what the prompt had opened
    found = blocks(reply, marks)
    for code in [*(block.dedented for block in reversed(found)), head]:
        if _defines(code, entry_point):
            return code
    return head if head_is_body or not found else _last(found, entry_point)


def _is_code(reply: str, marks: list[Fence]) -> bool:
    literals = Literals(reply)
    return all(literals.hold(mark.start) for mark in marks)


def _is_indented(text: str) -> bool:
    code = text.lstrip()
    margin = text[:len(text) - len(code)].rpartition("\n")[2]
    return bool(code and margin)


def _defines(code: str, name: str | None) -> bool:
    """Whether `code` binds `name` at its top level by def, class or assignment."""
    if not name or name not in code:
        return False
    word = re.escape(name)
    pattern = rf"^(?:(?:async[ \t]+)?def[ \t]+{word}[ \t]*\(|class[ \t]+{word}\b|{word}[ \t]*(?::[^=\n]+)?=(?!=))"
    return re.search(pattern, without_literals(code), re.MULTILINE) is not None


def _last(found: list[Block], entry_point: str | None) -> str:
    filled = [block for block in found if block.text.strip()] or found
    block = next((block for block in reversed(filled) if block.tag in _PYTHON_TAGS), filled[-1])
    return block.text if entry_point else block.dedented
