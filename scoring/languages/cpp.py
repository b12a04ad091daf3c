"""C++: the tests call the prompt's signature, the room puts the program behind it (sandboxes/cpp/language.py)."""

import re
from collections.abc import Mapping
from typing import Any

from scoring.languages.braces import definition
from scoring.languages.language import Parts

runtime = "cpp"
tags = frozenset({"cpp", "c++", "cc", "cxx", "c", "h", "hpp"})

# What an answer may count on of the tests' own setup, whose functions it shall not see.
_SHOWN = re.compile(r"^[ \t]*(?:#[ \t]*include\b[^\n]*|using\b[^\n;=]*;)", re.MULTILINE)


def defines(code: str, name: str) -> bool:
    return definition(code, name) is not None


def parts(inputs: Mapping[str, Any], code: str) -> Parts:
    prompt, name = inputs["prompt"], inputs.get("entry_point")
    start = definition(prompt, name) if name else None
    setup = inputs.get("setup") or ""
    if start is None:
        return Parts(f"{prompt}\n{code}", setup, inputs["tests"])
    above = "\n".join([*_SHOWN.findall(setup), prompt[:start]])
    header = prompt[start:]
    program = code if defines(code, name) else f"{header}{code}"
    return Parts(program, setup, inputs["tests"], header.partition("{")[0].strip(), above)


def can_divide(parts: Parts) -> bool:
    return False


def stub(inputs: Mapping[str, Any]) -> str:
    return "    throw 0;\n}\n" if inputs["prompt"] else "int answer() { throw 0; }\n"
