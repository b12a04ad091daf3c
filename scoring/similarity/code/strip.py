"""Text without comments and blank lines; for Python without docstrings too, which are no part of what code does."""

import io
import re
import tokenize

_NOT_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*\"""", re.DOTALL)


def without_comments(text: str, language: str) -> str:
    """Text that is no Python for Python's own tokenizer stays as it is: half an answer is still compared.

    >>> without_comments("int a; // one\\n\\nint b = '/';", "java")
    "int a;  \\nint b = '/';"
    """
    if language != "python":
        return _filled_lines(_NOT_CODE.sub(lambda found: " " if found[0].startswith("/") else found[0], text))
    try:
        return _filled_lines(_python(text))
    except (tokenize.TokenError, SyntaxError):  # SyntaxError: IndentationError, for a dedent to no level
        return text


def _filled_lines(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if line.strip())


def _python(text: str) -> str:
    """Every token where it was, with comments and strings that are statements left out. A line that a backslash continues
    becomes one with the next.

    >>> _python('x = "a"  # b\\n')
    'x = "a"  \\n'
    """
    kept: list[str] = []
    before, row, column = tokenize.INDENT, -1, 0
    for kind, string, (start_row, start_column), (end_row, end_column), _ in tokenize.generate_tokens(
            io.StringIO(text).readline):
        if start_row > row:
            column = 0
        kept.append(" " * (start_column - column))
        is_statement = kind == tokenize.STRING and (before in (tokenize.INDENT, tokenize.NEWLINE) or start_column == 0)
        if kind != tokenize.COMMENT and not is_statement:
            kept.append(string)
        before, row, column = kind, end_row, end_column
    return "".join(kept)
