"""ruCodeReviewer: the comments of a reply. Both profiles read them alike: the prompt asks for this very form."""

import re

KEPT = 10  # counted before blank comments are dropped
_COMMENT = re.compile(r"Комментарий \d+:")


def comments(reply: str | None) -> list[str]:
    """The text after each marker up to the next one, in order; the first ten, of which blank ones are then dropped.

    >>> comments("Итак. Комментарий 1: раз Комментарий 2:  Комментарий 3: три"), comments("комментарий 1: раз")
    (['раз', 'три'], [])
    """
    stripped = [text.strip() for text in _COMMENT.split(reply or "")[1:KEPT + 1]]
    return [text for text in stripped if text]
