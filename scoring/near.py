"""What was meant by a word that is none of those known: for the ends of sentences."""

import difflib
from collections.abc import Iterable


def nearest(word: object, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known word that is most like `word`, None where none is like it; `likeness` is from 0 to 1."""
    return next(iter(difflib.get_close_matches(str(word)[:200], list(known), 1, likeness)), None)


def meant(word: object, known: Iterable[str]) -> str:
    """The end of a sentence that lists already what is known.

    >>> meant("pyhton", ["python", "cpp"])
    "; did you mean 'python'?"
    """
    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near else ""


def closest(word: object, known: Iterable[str]) -> str:
    """The end of a sentence.

    >>> closest("stric", ["strict", "mera-1"])
    "did you mean 'strict'?"
    >>> closest("loose", ["strict", "mera-1"])
    'known are strict, mera-1'
    """
    listed = list(known)
    near = nearest(word, listed)
    return f"did you mean {near!r}?" if near else f"known are {', '.join(listed)}"
