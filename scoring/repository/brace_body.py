"""A function of Java, Go, C or C++, found in a reply and put into its place: what `strict` does.

A place is one of three: the body with its closing brace (how RealCodeJava and `from-repo` cut), the body without it, or the
whole function. The answer may be any of these too.

1. The code is the last block that defines the function, else the last block of the language, else the reply.
2. A whole function in the answer gives its body; what stands beside it goes, but for imports that the file lacks: they
   are added to the file where the answer uses them.
3. A body ends at the brace that closes it; what follows goes.
4. Where the whole function is wanted, an answer that is whole stays so, with the functions above it.
"""

import re
from dataclasses import dataclass

from scoring.extract import program
from scoring.languages import LANGUAGES
from scoring.repository.braces import blanked, closing, function
from scoring.repository.place import Place

_IMPORTS = {
    "java": re.compile(r"^[ \t]*import\s[^;\n]*;[ \t]*\n?", re.MULTILINE),
    # A block holds no line that begins with another one: so that many which never close do not each look to the end.
    "go": re.compile(r"^import[ \t]*(?:\((?:[^)\n]*+\n(?!import\b))*+[^)\n]*+\)|[\w.]*[ \t]*\"[^\"\n]*\")[ \t]*\n?",
                     re.MULTILINE),
    "c": re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*\n?", re.MULTILINE),
}
_IMPORTS["cpp"] = _IMPORTS["c"]
_PACKAGE = re.compile(r"^[ \t]*package\s[^;\n]*;?[ \t]*\n?", re.MULTILINE)
_GO_IMPORT = re.compile(r"([\w.]*)[ \t]*\"([^\"\n]+)\"")
_STUBS = {"java": "throw new UnsupportedOperationException();", "c": "__builtin_trap();", "cpp": "__builtin_trap();",
          "go": 'panic("not implemented")'}


@dataclass(frozen=True)
class _Found:
    """The parts of an answer: its body, and the whole function with what it keeps above it, where it has one."""

    body: str
    whole: str | None


def assemble(reply: str, place: Place, name: str, language: str) -> str:
    """The whole file with the answer in it. `name` is the plain name of the function."""
    code = program.extract(reply, LANGUAGES["cpp" if language == "c" else language], name).replace("\r\n", "\n")
    left = place.left if place.left.endswith("\n") or not place.left else place.left + "\n"
    text = _fitted(_found(code, name, language), place.gold, name, language)
    return _with_imports(left, code, text, language) + text + _line_feed(text, place.right) + place.right


def stub(gold: str, name: str, language: str) -> str:
    """An answer that compiles and fails. In Go what the function used must stay used, so the reference follows the panic."""
    if language == "go":
        opening = function(gold, name, language)
        at = opening.opening + 1 if opening else 0
        return f"{gold[:at]}\n\t{_STUBS[language]}\n{gold[at:]}"
    return f"    {_STUBS[language]}\n}}\n"


def _found(code: str, name: str, language: str) -> _Found:
    whole = function(code, name, language)
    if whole is None:
        return _Found(_own_body(_without_heads(code, language), language), None)
    end = len(code) if whole.closing is None else whole.closing
    above = _without_heads(code[:whole.start], language)
    brace = "" if whole.closing is not None else "\n}"
    return _Found(code[whole.opening + 1:end], above + code[whole.start:end + 1] + brace)


def _without_heads(code: str, language: str) -> str:
    code = _IMPORTS[language].sub("", code)
    return code if language in ("c", "cpp") else _PACKAGE.sub("", code, count=1)


def _own_body(code: str, language: str) -> str:
    """A body without its signature: in braces of its own, or up to the brace that closes what the file has opened."""
    bare = blanked(code, language)
    start = len(bare) - len(bare.lstrip())
    if bare[start:start + 1] == "{":
        end = closing(bare, start, 0)
        if end is not None and not bare[end + 1:].strip(" \t\n}"):
            return code[start + 1:end]
    end = closing(bare, 0, 1)
    return code if end is None else code[:end]


def _fitted(found: _Found, gold: str, name: str, language: str) -> str:
    """The answer in the form of the place."""
    in_gold = function(gold, name, language)
    if in_gold is not None:
        tail = _tail(gold, in_gold.closing)
        return found.whole + "\n" if found.whole else gold[:in_gold.opening + 1] + _between(found.body) + tail
    tail = _tail(gold, closing(blanked(gold, language), 0, 1))
    return _between(found.body).lstrip("\n") + tail


def _between(body: str) -> str:
    return "\n" + body.strip("\n").rstrip() + "\n"


def _tail(gold: str, brace: int | None) -> str:
    """The end of the reference answer from the line of its closing brace on."""
    if brace is None:
        return ""
    line = gold.rfind("\n", 0, brace) + 1
    return gold[line if not gold[line:brace].strip() else brace:]


def _line_feed(text: str, right: str) -> str:
    return "" if not right or text.endswith("\n") or right.startswith("\n") else "\n"


def _with_imports(left: str, code: str, text: str, language: str) -> str:
    """The file's beginning with the imports of the answer that it lacks and that the answer uses. `#include`s go: what
    a C file includes is its own affair."""
    lacking = {"java": _java_imports, "go": _go_imports}.get(language, lambda *_: [])(left, code, blanked(text, language))
    if not lacking:
        return left
    package = _PACKAGE.search(blanked(left, language))
    at = package.end() if package else 0
    head = left[:at] if left[:at].endswith("\n") or not at else left[:at] + "\n"
    return head + "".join(f"{line}\n" for line in lacking) + left[at:]


def _java_imports(left: str, code: str, bare: str) -> list[str]:
    found = [match[0].strip() for match in _IMPORTS["java"].finditer(code)]
    used = [line for line in found if (last := re.search(r"([\w*]+)\s*;", line)) and (
        last[1] == "*" or re.search(rf"\b{last[1]}\b", bare))]
    return [line for line in dict.fromkeys(used) if line not in left]


def _go_imports(left: str, code: str, bare: str) -> list[str]:
    found = [pair for block in _IMPORTS["go"].findall(code) for pair in _GO_IMPORT.findall(block.replace("import", "", 1))]
    return [f'import {name} "{path}"'.replace("  ", " ") for name, path in dict.fromkeys(found)
            if f'"{path}"' not in left and re.search(rf"(?<![\w.]){re.escape(name or path.rpartition('/')[2])}\.", bare)]
