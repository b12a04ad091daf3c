"""What a judge's answer says of a comment, by profile."""

RIGHT, WRONG = "correct", "wrong"
_AROUND = " \t\r\n.,:;!?*_`'\"«»“”„()[]{}#"


def strict_label(answer: str) -> bool | None:
    """The answer is the one word, whatever its case and the punctuation around it. None: it is something else.

    >>> strict_label("**Correct**."), strict_label("wrong"), strict_label("incorrect"), strict_label("not wrong")
    (True, False, None, None)
    """
    return {RIGHT: True, WRONG: False}.get(answer.strip(_AROUND).casefold())


def mera_label(answer: str) -> bool:
    """The rule of MERA Code's scorer: the answer begins or ends with "correct", and neither begins nor ends with
    "wrong". So "incorrect" and "not correct" are right, and a quoted answer is wrong.

    >>> mera_label("incorrect"), mera_label("correct, not wrong"), mera_label('"correct"')
    (True, False, False)
    """
    said = answer.lower().strip()
    return _touches(said, RIGHT) and not _touches(said, WRONG)


def _touches(said: str, word: str) -> bool:
    return said.startswith(word) or said.endswith(word)
