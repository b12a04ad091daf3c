"""Arguments as people write them in environments.yaml: a list, or one text that is taken apart as a shell does."""

import shlex
from typing import Any


def words_of(value: Any) -> list[str]:
    """Raises ValueError for what is neither, and for a text with an open quote."""
    if isinstance(value, str):
        try:
            return shlex.split(value)
        except ValueError as error:
            raise ValueError(f"args {value!r} cannot be taken apart: {error}") from None
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
        raise ValueError(f"args is {value!r}; it is a list of texts, or one text as a shell takes it")
    return list(value)
