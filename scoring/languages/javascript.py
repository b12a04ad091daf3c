"""JavaScript: prompt and answer are one script, the tests another (sandboxes/node)."""

import re
from collections.abc import Mapping
from typing import Any

from scoring.languages.braces import without_literals
from scoring.languages.javascript_arguments import are_watched
from scoring.languages.javascript_results import used_as_objects
from scoring.languages.language import Parts

runtime = "node"
tags = frozenset({"javascript", "js", "jsx", "node", "nodejs", "typescript", "ts", "mjs", "cjs"})

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_BINDING = re.compile(
    r"^(?:(?:const|let|var)[ \t]+(?P<bound>[\w$]+)[ \t]*=(?!=)|(?:async[ \t]+)?function\b[ \t]*\*?[ \t]*(?P<function>[\w$]+))",
    re.MULTILINE,
)
# By these tests see or set what a process has for itself: its timers, streams, random numbers, and what all objects share. A
# program's own timers run only while it is asked.
_OF_THE_PROCESS = re.compile(
    r"\b(?:setTimeout|setInterval|setImmediate|process|globalThis|global|module|exports)\b"
    r"|\b(?:console|Math|Date|JSON|Object|Array|String|Number|Boolean|Function|Promise|Map|Set|RegExp|Error)\s*"
    r"(?:\.\s*prototype\s*)?\.\s*\w+\s*=(?!=)")


def defines(code: str, name: str) -> bool:
    return any(place_name == name for _, place_name in _bindings(code))


def parts(inputs: Mapping[str, Any], code: str) -> Parts:
    prompt, name = inputs["prompt"], inputs.get("entry_point")
    setup, tests = inputs.get("setup") or "", inputs["tests"]
    above = prompt[:max((place for place, bound in _bindings(prompt) if bound == name), default=0)]
    called = name if name and not _is_generator(prompt, name) else ""
    if not name or not defines(code, name):
        return Parts(f"{prompt}{code}", setup, tests, called, above)
    again = {bound for _, bound in _bindings(above)} & {bound for _, bound in _bindings(code)}
    return Parts(code if again else f"{above}{code}", setup, tests, called, above)


def _is_generator(prompt: str, name: str) -> bool:
    """Whether the prompt begins a generator of that name: what it returns lives in its process."""
    name = re.escape(name)
    return re.search(rf"\bfunction\s*\*\s*{name}(?![\w$])|(?<![\w$.]){name}\s*=\s*(?:async\s+)?function\s*\*",
                     without_literals(prompt)) is not None


def _bindings(code: str) -> list[tuple[int, str]]:
    """(place, name) of what is bound at the left margin."""
    return [(match.start(), match["bound"] or match["function"]) for match in _BINDING.finditer(without_literals(code))]


def can_divide(parts: Parts) -> bool:
    """Not where tests do more with the function than ask it for a result: they may look into the program, at what it does to
    an argument, or at its module; nor where they use its results as more than data, or it is a generator.
    """
    name, bare = re.escape(parts.declaration), without_literals(f"{parts.setup}\n{parts.tests}")
    if _NAME.fullmatch(parts.declaration) is None or _OF_THE_PROCESS.search(bare):
        return False
    if used_as_objects(bare, parts.declaration) or are_watched(bare, parts.declaration):
        return False
    return not re.search(
        rf"\bnew\s+{name}(?![\w$])|(?<![\w$.]){name}[ \t]*(?:\.(?!(?:name|length)\b)|\[)"
        rf"|(?:\A|[^\s(\[,=+\-*/%?:&|<>!]\s*\n|[;{{}}])\s*{name}[ \t]*\([^\n]*\)[ \t]*(?:;|$)",
        bare, re.MULTILINE)


def stub(inputs: Mapping[str, Any]) -> str:
    return "  return undefined\n}\n" if inputs["prompt"] else "const answer = () => undefined\n"
