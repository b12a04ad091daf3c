"""Code of a reply, for any language of `scoring.languages`: the simplest rule that is exact for one answer in one block."""

from scoring.extract.fences import Block, blocks, fences
from scoring.languages.language import Language


def extract(reply: str, language: Language, entry_point: str | None) -> str:
    """The code in `reply` that answers for `entry_point` (None if unknown).

    1. A reply without fences is code as it is; only a leading byte order mark goes.
    2. Otherwise the last block that defines `entry_point`; code before the first fence counts as a block, after all others.
    3. Otherwise the last block that is neither blank nor tagged as another language; else the last that is not blank.
    """
    reply = reply.removeprefix("\ufeff")
    marks = fences(reply)
    if not marks:
        return reply
    found = blocks(reply, marks)
    head = reply[:marks[0].start]
    if entry_point:
        for code in [*(block.dedented for block in reversed(found)), head]:
            if entry_point in code and language.defines(code, entry_point):
                return code
    return _last(found, language).dedented if found else head


def _last(found: list[Block], language: Language) -> Block:
    filled = [block for block in found if block.text.strip()] or found
    return next((block for block in reversed(filled) if block.tag in language.tags | {""}), filled[-1])
