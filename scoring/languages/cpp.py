"""C++: the tests call the prompt's signature, the room puts the program behind it (sandboxes/cpp/language.py)."""

import re
from collections.abc import Mapping
from typing import Any

from scoring.languages.braces import definition, without_literals
from scoring.languages.cpp_types import takes_and_gives_plain_data
from scoring.languages.language import Parts

runtime = "cpp"
tags = frozenset({"cpp", "c++", "cc", "cxx", "c", "h", "hpp"})

# What an answer may count on of the tests' own setup, whose functions it shall not see.
_SHOWN = re.compile(r"^[ \t]*(?:#[ \t]*include\b[^\n]*|using\b[^\n;=]*;)", re.MULTILINE)
# By these tests see or set what a process has for itself: its streams, files, memory, environment, signals, random numbers.
_OF_THE_PROCESS = re.compile(
    r"\b(?:rdbuf|freopen|fopen|popen|[io]?fstream|tmpfile|dup2?|chdir|srand|srandom|srand48|[sp]utenv|setlocale|signal|sigaction"
    r"|alarm|errno|fe[gs]etround|feenableexcept|fetestexcept|set_(?:new_handler|terminate)|operator\s*(?:new|delete))\b")
_CATCH = re.compile(r"\bcatch\s*\(([^()]*)\)")
_CAUGHT = re.compile(
    r"\s*(?:\.\.\.|(?:const\s+)?(?:std\s*::\s*)?(?:exception|logic_error|runtime_error|out_of_range|invalid_argument|length_error"
    r"|domain_error|range_error|overflow_error|underflow_error|bad_alloc|bad_cast|bad_any_cast|bad_typeid|bad_optional_access"
    r"|bad_variant_access|bad_function_call|bad_weak_ptr|string|int|long|long\s+long|unsigned|unsigned\s+int|char|bool|double|float"
    r"|char\s+const\s*\*|char\s*\*)\s*(?:const\s*)?&?\s*\w*)\s*")
_ANY_CAST = re.compile(r"\bany_cast\s*<([^()]*?)>\s*\(")
_KEPT_BY_ANY = frozenset({"int", "long", "long long", "unsigned", "char", "bool", "double", "float", "string", "std::string"})
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.MULTILINE | re.DOTALL)
_DECLARES_NO_VARIABLE = re.compile(
    r"(?:inline\s+|static\s+)*(?:const|constexpr|using|typedef|template|struct|class|enum|union|namespace|extern)\b|[^=]*\((?!\s*\d)|\Z")


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
    """Where the function is asked for data by data, and the tests look at nothing else that it may do."""
    above, tests = without_literals(parts.above), without_literals(f"{parts.setup}\n{parts.tests}")
    return (
        bool(parts.declaration) and takes_and_gives_plain_data(without_literals(parts.declaration), above)
        and not _OF_THE_PROCESS.search(tests) and all(map(_CAUGHT.fullmatch, _CATCH.findall(tests)))
        and all(" ".join(kind.split()) in _KEPT_BY_ANY for kind in _ANY_CAST.findall(tests))
        and not _has_variables(above)
    )


def _has_variables(code: str) -> bool:
    """Whether functions of `code` may share something that changes. Looks at the outermost statements."""
    depth, outermost = 0, []
    for part in re.split(r"([{}])", _DIRECTIVE.sub("", code)):
        depth += (part == "{") - (part == "}")
        if depth == 0:
            outermost.append(";" if part == "}" else part)
    return any(_DECLARES_NO_VARIABLE.match(statement.strip()) is None for statement in "".join(outermost).split(";"))


def stub(inputs: Mapping[str, Any]) -> str:
    return "    throw 0;\n}\n" if inputs["prompt"] else "int answer() { throw 0; }\n"
