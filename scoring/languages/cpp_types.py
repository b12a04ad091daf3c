"""Which C++ functions can be called with data: read off a declaration, lexically.

A type is plain when a value of it is all there is to it, so that a copy serves as well as the thing. The room's
sandboxes/cpp/include/assay/plain.h has a reader and a writer for each type that is plain here.
"""

import re

_SCALAR = re.compile(r"""(?<![\w:])(?:
    (?:unsigned|signed|short|long|int|char|float|double|bool|__int128|size_t|ssize_t|ptrdiff_t|wchar_t|char16_t|char32_t
    |u?int(?:_fast|_least)?(?:8|16|32|64)_t|u?int(?:ptr|max)_t|string|u16string|u32string|wstring|any|boost::any)(?![\w:])\s*
)+""", re.VERBOSE)
_MADE_OF_PLAIN = re.compile(r"""(?<![\w:])(?:
    (?:vector|deque|list|set|multiset|unordered_set|unordered_multiset|map|multimap|unordered_map|unordered_multimap
    |pair|tuple|optional)\s*<\s*@\s*(?:,\s*(?:@|(?:less|greater)\s*<\s*@?\s*>)\s*)*>
    |array\s*<\s*@\s*,\s*\d+\s*>
    |tuple\s*<\s*>
)\s*""", re.VERBOSE)
_ALIAS = re.compile(
    r"\btypedef\s+(?P<old>[^;{}()]+?)\s+(?P<name>\w+)\s*;|\busing\s+(?P<alias>\w+)\s*=\s*(?P<meant>[^;{}()]+?)\s*;")
_FUNCTION = re.compile(r"([^()]*?)\b\w+\s*\(([^()]*)\)\s*\{?\s*")
_RESULT = re.compile(r"(?:\s*(?:static|inline|const)\b)*\s*@\s*(?:const\s*)?")
_PARAMETER = re.compile(r"\s*(?:const\s*@|@\s*const\b)\s*&?\s*\w+\s*|\s*@\s*\w+\s*")
_ALIASES_AT_MOST = 64
_DEPTH_AT_MOST = 32  # of templates in templates


def takes_and_gives_plain_data(declaration: str, code_above: str) -> bool:
    """Whether the declared function's parameters are plain and cannot be changed by it, and its result is plain.
    `code_above` may name types anew. Comments and literals are blank in both.
    """
    function = _FUNCTION.fullmatch(_without_aliases(declaration, code_above))
    if function is None:
        return False
    result, parameters = map(_reduced, function.groups())
    return _RESULT.fullmatch(result) is not None and (
        not parameters.strip() or all(map(_PARAMETER.fullmatch, parameters.split(","))))


def _without_aliases(declaration: str, code_above: str) -> str:
    aliases = list(_ALIAS.finditer(code_above))[:_ALIASES_AT_MOST]
    for match in reversed(aliases):  # a later one may be made of an earlier one
        name, meant = match["name"] or match["alias"], match["old"] or match["meant"]
        declaration = re.sub(rf"(?<![\w:]){name}(?![\w:]|\s*\()", lambda _, meant=meant: meant, declaration)
    return re.sub(r"(?<!\w)(?:::\s*)?std\s*::\s*", "", declaration)


def _reduced(types: str) -> str:
    """Plain types written as `@`.

    >>> _reduced("map<char, vector<pair<int, unsigned long>>> a, vector<int*> b, const string &c")
    '@ a, vector<@ *> b, const @ &c'
    """
    types = _SCALAR.sub("@ ", types)
    for _ in range(_DEPTH_AT_MOST):
        types, changed = _MADE_OF_PLAIN.subn("@ ", types)
        if not changed:
            break
    return re.sub(r"@ +", "@ ", types)
