"""The functions of a source file whose bodies a model could be asked to write.

A function is cut in whole lines, so that left context + body + right context are the file again, byte for byte. The left
context ends with the line that opens the body (in Python with the docstring, which says what is wanted); where braces
close it, the line of the closing brace belongs to the body. Lines end at a line feed only, and keep their carriage return.
"""

from scoring.functions import braces, python
from scoring.functions.function import Function

__all__ = ["FINDERS", "Function", "find_functions"]

FINDERS = {
    "python": python.find,
    "java": lambda text: braces.find(text, "java"),
    "go": lambda text: braces.find(text, "go"),
    "c": lambda text: braces.find(text, "c"),
    "cpp": lambda text: braces.find(text, "cpp"),
}


def find_functions(text: str, language: str) -> list[Function]:
    """Every function whose body stands on lines of its own and is worth asking for, in the order of the file.

    Left out are bodies that anybody guesses (empty, or one line that returns or sets a plain value), declarations without a
    body, and what cannot be parsed: a file that is no Python, a function in which the grammar finds an error.
    Raises KeyError for a language that is not in FINDERS.
    """
    unmarked = text.removeprefix("\ufeff")  # a byte order mark: no part of any language, and on no line of its own
    if "\r" in unmarked.replace("\r\n", ""):
        return []  # parsers differ in whether a lone carriage return ends a line, so numbers of lines would mean nothing
    return sorted(FINDERS[language](unmarked), key=lambda function: (function.first, function.last))
