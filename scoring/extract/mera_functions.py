"""ruHumanEval, ruCodeEval and CodeLinterEval under `mera-1`: the code of a reply, as the published scorer finds it."""

import re

WANTED = "python"
_OPENING = r"^```(?P<tag>[\w-]++)\n"
_CLOSED = re.compile(_OPENING + r"(?P<code>.*?\n)```", re.MULTILINE | re.DOTALL)
_UNCLOSED = re.compile(_OPENING + r"(?P<code>.*)", re.MULTILINE | re.DOTALL)


def extract(reply: str | None) -> str:
    """A line feed and the blocks tagged exactly `python`, joined by line feeds; the whole reply where no block is.

    1. A block opens at the start of a line with a tag that a line feed follows at once, holds at least one line feed and
       ends at the next fence that starts a line.
    2. Where no block is closed, the first opening takes the rest of the reply.
    3. Blocks with another tag count as found and are dropped, so that a reply in `py` becomes a lone line feed.
    Null, which the CodeLinterEval scorer breaks on, is no text.

    >>> extract("Code:\\n```python\\nx = 1\\n```\\n"), extract("```py\\nx = 1\\n```"), extract("x = 1")
    ('\\nx = 1\\n', '\\n', 'x = 1')
    """
    if reply is None:
        return ""
    found = list(_CLOSED.finditer(reply)) or list(_UNCLOSED.finditer(reply))
    if not found:
        return reply
    return "\n" + "\n".join(match["code"] for match in found if match["tag"] == WANTED)
