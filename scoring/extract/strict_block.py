"""The text or code of a reply in any language, for tasks without an entry point."""

from scoring.extract.fences import blocks, fences


def extract(reply: str) -> str:
    """The last fenced block that is not blank, whatever its tag and kind of fence; the reply where there is none.

    >>> extract("So:\\n~~~java\\nint x;\\n~~~\\n"), extract("int x;")
    ('int x;\\n', 'int x;')
    """
    filled = [block for block in blocks(reply, fences(reply)) if block.text.strip()]
    return filled[-1].dedented if filled else reply
