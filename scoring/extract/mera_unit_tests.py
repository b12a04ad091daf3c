"""UnitTests under `mera-1`: the code of a reply, as the published scorer finds it."""

import re

_TAGGED = r"```(?P<tag>[\w-]++)\n"
_CLOSED = re.compile(_TAGGED + r"(?P<code>.*?)```", re.DOTALL)
_UNCLOSED = re.compile(_TAGGED + r"(?P<code>.*)", re.DOTALL)
_UNTAGGED = re.compile(r"```\n(?P<code>.*?)```", re.DOTALL)


def extract(reply: str | None, language: str) -> str:
    """The blocks tagged exactly `language` (python, java, go, csharp, js), joined, without line feeds around them.

    1. Fences stand anywhere; a block ends at the next fence, whatever line that is in.
    2. Without a closed block the first tagged opening takes the rest; without that, untagged blocks count as right.
    3. Nothing left, or white space only: the reply as it is, fences included.

    >>> extract("```go\\nx\\n```", "go"), extract("```golang\\nx\\n```", "go")
    ('x', '```golang\\nx\\n```')
    """
    if reply is None:
        return ""
    tagged = list(_CLOSED.finditer(reply)) or list(_UNCLOSED.finditer(reply))
    right = [match["code"] for match in tagged if match["tag"] == language]
    if not tagged:
        right = [match["code"] for match in _UNTAGGED.finditer(reply)]
    code = "\n".join(right)
    return code.strip("\n") if code.strip() else reply
