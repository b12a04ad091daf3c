"""The unified diff of a reply."""

import re

_HEAD = re.compile(r"^(?:diff --git |--- )", re.MULTILINE)
_FENCE = re.compile(r"^(?P<mark>`{3,}+|~{3,}+)[ \t]*(?P<tag>[\w+-]*)[ \t]*\r?$", re.MULTILINE)


def extract(reply: str) -> str:
    """The last fenced block that holds the head of a diff; without one the reply from its first such head on.

    Only fences at the start of a line count, and the same fence ends them: the lines of a diff begin with a sign, so that a
    fence in a file that it changes is none.

    >>> extract("So:\\n```diff\\n--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n```\\nDone.")
    '--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n'
    """
    found = [block for block in _blocks(reply) if _HEAD.search(block)]
    text = found[-1] if found else reply
    head = _HEAD.search(text)
    return text[head.start():] if head else text


def _blocks(reply: str) -> list[str]:
    blocks: list[str] = []
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(reply):
        if opened is None:
            opened = fence
        elif fence["mark"] == opened["mark"] and not fence["tag"]:
            blocks.append(reply[opened.end() + 1:fence.start()])
            opened = None
    return blocks if opened is None else [*blocks, reply[opened.end() + 1:]]
