"""Java: program and tests are compiled together, each as a file of its own with the prompt's imports.

`declaration`: the prompt's class on the first line, then the heads of its public methods, one a line. The room puts a class
of those methods between tests and program (sandboxes/java-maven/language.py).
"""

import re
from collections.abc import Mapping
from typing import Any

from scoring.languages import java_calls
from scoring.languages.braces import definition, unclosed, without_literals
from scoring.languages.language import Parts

runtime = "java-maven"
tags = frozenset({"java"})

_IMPORT = re.compile(r"^[ \t]*import\s[^;\n]*;", re.MULTILINE)
_PACKAGE = re.compile(r"^[ \t]*package\s[^;\n]*;", re.MULTILINE)
_METHOD = re.compile(r"^[ \t]*(public\s[^\n(){};=]*\([^\n(){};]*\)[^\n(){};]*)\{", re.MULTILINE)
_CLASS = re.compile(r"\b(?:class|record|enum|interface)\s+(\w+)")


def defines(code: str, name: str) -> bool:
    return definition(code, name) is not None


def parts(inputs: Mapping[str, Any], code: str) -> Parts:
    prompt, name = inputs["prompt"], inputs.get("entry_point")
    imports = "\n".join(_IMPORT.findall(prompt))
    return Parts(_program(prompt, name, imports, code), inputs.get("setup") or "", inputs["tests"],
                 _declaration(prompt) if name else "", imports)


def _declaration(prompt: str) -> str:
    bare = without_literals(prompt)
    classes, methods = _CLASS.findall(bare), [head.strip() for head in _METHOD.findall(bare)]
    return "\n".join([classes[-1], *methods]) if classes and methods else ""


def _program(prompt: str, name: str | None, imports: str, code: str) -> str:
    if not name or not defines(code, name):
        return f"{prompt}{code}"
    classes = _CLASS.findall(without_literals(prompt))
    if not classes or classes[-1] in _CLASS.findall(without_literals(code)):
        return f"{imports}\n{_PACKAGE.sub('', code)}"
    start = definition(prompt, name)  # the answer is the method alone: it takes the place of the prompt's
    above = f"{prompt[:start]}" if start is not None else prompt
    own = "\n".join(_IMPORT.findall(code))
    whole = f"{above}{_IMPORT.sub('', code)}\n"
    return f"{own}\n{whole}" + "}\n" * unclosed(whole)


def can_divide(parts: Parts) -> bool:
    """Where all that is declared travels as data, and tests only make the class and use what its methods return."""
    name, *heads = parts.declaration.splitlines() or [""]
    tests = without_literals(f"{parts.setup}\n{parts.tests}")
    return bool(heads) and all(java_calls.travels(head, parts.above) for head in heads) and not java_calls.look_inside(
        tests, name, frozenset(java_calls.method(head) for head in heads))


def stub(inputs: Mapping[str, Any]) -> str:
    return "        throw new IllegalStateException();\n    }\n}\n" if inputs["prompt"] else "class Answer {}\n"
