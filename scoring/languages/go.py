"""Go: program and tests are files of their own (sandboxes/go), each with its imports: of one package, or of one for each side.

An import that nobody uses is a compile error in Go. That is the answer's error where the answer wrote it, so an import of
the benchmark, repeated by the answer or not, is kept only where it is used. An answer that only continues the prompt cannot
add an import any more; what it uses of the usual packages is imported for it.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.languages import go_dividing, go_types
from scoring.languages.braces import without_literals
from scoring.languages.language import Parts

runtime = "go"
tags = frozenset({"go", "golang"})

# A block holds no line that begins with another one: so that many which never close do not each look to the end.
_IMPORTS = re.compile(
    r"^import[ \t]*(?:\((?:[^)\n]*+\n(?!import\b))*+[^)\n]*+\)|[\w.]*[ \t]*\"[^\"\n]*\")[^\n]*\n?", re.MULTILINE)
_IMPORT = re.compile(r"([\w.]*)[ \t]*\"([^\"\n]+)\"")
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+\w+[^\n]*\n?", re.MULTILINE)
_FUNCTION = re.compile(r"^func[ \t]+(\w+)[ \t]*[\[(]", re.MULTILINE)
_USUAL = ("bytes", "crypto/md5", "errors", "fmt", "math", "math/bits", "math/rand", "regexp", "sort", "strconv", "strings",
          "time", "unicode")


def defines(code: str, name: str) -> bool:
    return name in _functions(code)


def parts(inputs: Mapping[str, Any], code: str) -> Parts:
    prompt, name = inputs["prompt"], inputs.get("entry_point")
    imports, above = _split(prompt)
    declaration, trusted = _declared(above, name) if name else ("", "")
    tests_imports, setup = _split(inputs.get("setup") or "")
    tests_imports = _joined(tests_imports, [path for _, path in imports])  # published tests count on the prompt's
    if name and defines(code, name):
        imported, code = _split(code)
        answer_imports = [one for one in imported if one not in imports]
        place = max((match.start() for match in _FUNCTION.finditer(without_literals(above)) if match[1] == name), default=0)
        above = above[:place]
        above = "" if set(_functions(above)) & set(_functions(code)) else above
        body = f"{above}{code}"
    else:
        answer_imports, body = [], f"{above}{code}"
        imports = _joined(imports, _USUAL)
    written = {path for _, path in answer_imports}
    trusted = _file(_used(imports, trusted), trusted) if _has_code(trusted) else ""
    imports = [*answer_imports, *(one for one in _used(imports, body) if one[1] not in written)]
    tests = f"{setup}\n{inputs['tests']}"
    return Parts(_file(imports, body), "", _file(_used(tests_imports, tests), tests), declaration, trusted)


def _declared(code: str, name: str) -> tuple[str, str]:
    """The signature of a function and what stands above it, or twice nothing where it cannot be read."""
    place = max((match.start() for match in _FUNCTION.finditer(without_literals(code)) if match[1] == name), default=None)
    if place is None:
        return "", ""
    try:
        return go_types.signature(code[place:]).text, code[:place]
    except go_types.Unreadable:
        return "", ""  # such a case is not divided


def _has_code(text: str) -> bool:
    return bool(without_literals(text).strip())


def _split(code: str) -> tuple[list[tuple[str, str]], str]:
    """The imports as (name, path), and the code without them and without its package clause."""
    code = _PACKAGE.sub("", code, count=1)
    found = [(name, path) for block in _IMPORTS.findall(code) for name, path in _IMPORT.findall(block.replace("import", "", 1))]
    return found, _IMPORTS.sub("", code)


def _joined(imports: list[tuple[str, str]], paths: Iterable[str]) -> list[tuple[str, str]]:
    known = {path for _, path in imports}
    return [*imports, *(("", path) for path in paths if path not in known)]


def _functions(code: str) -> list[str]:
    return _FUNCTION.findall(without_literals(code))


def _used(imports: list[tuple[str, str]], code: str) -> list[tuple[str, str]]:
    bare = without_literals(code)
    return [(name, path) for name, path in imports
            if re.search(rf"(?<![\w.]){re.escape(name or path.rpartition('/')[2])}\.[A-Z]", bare)]


def _file(imports: list[tuple[str, str]], code: str) -> str:
    """One line above the code, so that lines of an error differ from the answer's by the prompt only."""
    return "package main; " + "".join(f'import {name} "{path}"; ' for name, path in imports) + f"\n{code}"


def can_divide(parts: Parts) -> bool:
    head = parts.tests.partition("\n")[0]  # as _file makes it
    return go_dividing.can_divide(parts, frozenset(path for _, path in _IMPORT.findall(head)))


def stub(inputs: Mapping[str, Any]) -> str:
    return '    panic("stub")\n}\n' if inputs["prompt"] else 'func Answer() { panic("stub") }\n'
