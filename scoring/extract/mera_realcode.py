"""RealCode under `mera-1`: from a reply to the function body that is put into the repository's file."""

import re

OPENING, FENCE = "```python", "```"


def extract(reply: str | None) -> str:
    """What stands between the first `OPENING` and the next fence; the reply as it is when either is missing.

    >>> extract("```python\\n    return 1\\n```"), extract("```python3\\nx\\n```"), extract("```python\\nx")
    ('\\n    return 1\\n', '3\\nx\\n', '```python\\nx')
    """
    if reply is None:
        return ""
    _, opening, rest = reply.partition(OPENING)
    code, fence, _ = rest.partition(FENCE)
    return code if opening and fence else reply


def body(code: str, intent: str, gold: str) -> str:
    """`code` as the body of the function `intent`, at the depth of `gold`: the published steps between extraction and file.

    The dataset writes `name[function]` as the intent, which no line of code matches: whoever repeats the signature ends up
    with a nested function. The quirk is kept by taking `intent` as it is.
    """
    return _without_shallow_tail(reindented(_after_signature(code, intent), gold), depth_of(gold))


def reindented(code: str, gold: str) -> str:
    """`code` without the indentation that its non-blank lines share, every line then at the depth of `gold`.

    Lines end wherever Python's `splitlines` says, form feeds and U+2028 inside strings included.
    """
    lines = code.splitlines()
    filled = [line for line in lines if line.strip()]
    if not filled:
        return ""
    shared = min(_margin(line) for line in filled)
    return "\n".join(" " * depth_of(gold) + (line[shared:] if len(line) >= shared else line.lstrip()) for line in lines)


def depth_of(code: str) -> int:
    """Characters of white space before the first line that is not blank; 0 where there is none."""
    return next((_margin(line) for line in code.split("\n") if line.strip()), 0)


def assemble(left: str, code: str, right: str) -> str:
    """The file's new text. The contexts must occur in the file: who calls checks that."""
    return left + "\n" + code + "\n" + right.rstrip("\n")


def _after_signature(code: str, intent: str) -> str:
    """What follows the first line that begins with `def` or `class` and the intent."""
    # [^\S\n] and possessive repeats: blank lines without end must not make the search quadratic.
    line = re.search(rf"^[^\S\n]*+(?:def|class)\s++{re.escape(intent)}\b[^\n]*", code, re.MULTILINE)
    return code[line.end():].lstrip("\n") if line else code


def _without_shallow_tail(code: str, depth: int) -> str:
    """The lines before the first that is shallower than `depth`, then one blank line."""
    kept = []
    for line in code.split("\n"):
        if line.strip() and _margin(line) < depth:
            break
        kept.append(line)
    return "\n".join(kept).rstrip() + "\n\n"


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
