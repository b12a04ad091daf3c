"""RealCodeJava under `mera-1`: from extracted code (`mera_java.extract`) to the method body that is put into the file."""

import re
from collections.abc import Iterator

CONTEXT_LINES = 20  # of the left context, in which the method's own signature is looked for
SHORTEST_BODY = 5  # offset below which a closing brace cuts nothing
_LAST_BRACE_LINE = re.compile(r"(?<=\n)[\t ]*\}[\n\t ]*?$")


def body(code: str, left: str, gold: str, intent: str) -> str:
    """`code` as the body of the method that `left` opens: signature away, closing brace there, nothing after it."""
    return _cut_after_body(closed(without_signature(code, left, intent), gold))


def without_signature(code: str, left: str, intent: str) -> str:
    """What follows the last occurrence of the signature, which is the last line of the left context's end that names the
    method and ends in an opening brace. Only the exact text counts, so another spacing is missed."""
    name = re.escape(intent.partition("[")[0])
    near = "\n".join(left.splitlines()[-CONTEXT_LINES:])
    signatures = re.findall(rf"\s+{name}\b.*\{{[\t ]*$", near, re.MULTILINE)
    return code.rpartition(signatures[-1])[2] if signatures else code


def closed(code: str, gold: str) -> str:
    """`code` with the brace line that ends `gold`, unless it ends in a brace itself and closes more than it opens."""
    if code.rstrip().endswith("}") and sum(step for step, _ in _braces(code)) < 0:
        return code
    endings = _LAST_BRACE_LINE.findall(gold)
    if not endings:
        return code
    return code + ("" if code.endswith("\n") else "\n") + endings[0]


def assemble(left: str, code: str, right: str) -> str:
    """The file's new text; line feeds are added only where both sides lack one."""
    right = right.rstrip("\n")
    before = "" if left.endswith("\n") or code.startswith("\n") else "\n"
    after = "" if (before + code).endswith("\n") or right.startswith("\n") else "\n"
    return left + before + code + after + right


def _cut_after_body(code: str) -> str:
    """Up to the brace that closes the body, which the left context has opened."""
    depth = 1
    for step, offset in _braces(code):
        depth += step
        if depth == 0 and step < 0 and offset >= SHORTEST_BODY:
            return code[:offset + 1]
    return code


def _braces(code: str) -> Iterator[tuple[int, int]]:
    """(+1 or -1, offset) of each brace that the published scanner takes for code.

    It knows strings, characters and comments, and errs in two ways that are kept: a double quote inside a comment opens a
    string, and a backslash before a quote escapes it even where the backslash is escaped itself.
    """
    in_string = in_char = in_line = in_block = False
    before = ""
    for offset, char in enumerate(code):
        pair, before = before + char, char
        if char == '"' and pair != '\\"':
            in_string = not in_string
        if char == "'" and pair != "\\'" and not (in_string or in_line or in_block):
            in_char = not in_char
        in_line = (in_line or pair == "//") and char != "\n"
        in_block = pair == "/*" or (in_block and pair != "*/")
        if char in "{}" and not (in_string or in_char or in_line or in_block):
            yield (1 if char == "{" else -1), offset
