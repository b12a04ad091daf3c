"""YABLoCo under `mera-1`: the C or C++ function of a reply, as harness and test runner find it, and its exact match."""

import re
from typing import Any

FENCE, NOTHING = "```", "-"
# Stripped in this order, each once, from code without a fence as well: `char *f` becomes `har *f`.
_TAGS = ("cpp", "c++", "c", "++")
_RUNNER_TAGS = (*_TAGS, "C", "C++")
_MAINS = ("void main(", "int main(")


def extract(reply: Any, tags: tuple[str, ...] = _TAGS) -> str:
    """The harness's text: the part after the first fence; all of it without fences; `NOTHING` for one that never closes.

    Lines that begin with `#include` go, and everything from a line that begins with `main`. What is no text gives "".

    >>> extract("```c\\nint f;\\n```"), extract("char *f;"), extract("```c\\nint f;")
    ('\\nint f;\\n\\n', 'har *f;\\n', '-\\n')
    """
    if not isinstance(reply, str):
        return ""
    parts = reply.split(FENCE, 2)
    code = NOTHING if len(parts) == 2 else parts[len(parts) // 2]
    for tag in tags:
        code = code.removeprefix(tag)
    lines = [line for line in code.split("\n") if not line.startswith("#include")]
    end = next((number for number, line in enumerate(lines) if line.startswith(_MAINS)), len(lines))
    return "\n".join(lines[:end]) + "\n"


def final(reply: Any) -> str:
    """What the test runner makes of the harness's text by the same rule, with two more tags."""
    return extract(extract(reply), _RUNNER_TAGS)


def exact_match(code: str, gold: str) -> bool:
    """Equality of the word characters alone, so that operators and pointers do not count.

    >>> exact_match("return a - b;", "return a+b;"), exact_match("return a;", "return b;")
    (True, False)
    """
    return _words(code) == _words(gold)


def _words(code: str) -> str:
    return re.sub(r"\W+", "", code)
