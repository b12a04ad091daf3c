"""Whether JavaScript tests use what the answer's function returns as more than data: call it, or a method that no data has.

What a function of the answer's closes over, and the methods of its classes, stay in its process. This reads code of benchmarks
only, and goes by its words.
"""

import re

from scoring.parentheses import behind

# Of arrays, texts, numbers, maps, sets, dates, regular expressions, errors and promises.
_METHODS_OF_DATA = frozenset(
    "at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes "
    "indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toReversed "
    "toSorted toSpliced unshift values with charAt charCodeAt codePointAt endsWith localeCompare match matchAll "
    "normalize padEnd padStart repeat replace replaceAll search split startsWith substr substring toLocaleLowerCase "
    "toLocaleUpperCase toLowerCase toUpperCase trim trimEnd trimStart toExponential toFixed toLocaleString toPrecision "
    "toString valueOf hasOwnProperty add clear delete get has set exec test then catch finally getDate getDay "
    "getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay "
    "getUTCFullYear getUTCHours getUTCMinutes getUTCMonth getUTCSeconds toDateString toISOString toJSON "
    "toLocaleDateString toLocaleTimeString toTimeString toUTCString subarray".split())
_CLASSES_OF_DATA = "Array|Map|Set|Date|RegExp|Promise|Object|(?:Type|Range|Syntax|Reference|Eval|URI)?Error|\\w+Array"
_OBJECT_ITSELF = re.compile(rf"\binstanceof\s+(?!(?:{_CLASSES_OF_DATA})\b)|\.\s*constructor\b|\bSymbol\s*\.")
_USE = re.compile(r"\s*(?:\(|\?\.\s*\(|\??\.\s*(?P<method>[\w$]+)\s*(?:\?\.\s*)?\()")


def used_as_objects(bare: str, name: str) -> bool:
    """`bare`: the tests without literals and comments.

    >>> [used_as_objects(tests, "f") for tests in ("f(1)(2)", "const c = await f(1); c()", "f(g()).next()", "f(1).map(g)")]
    [True, True, True, False]
    """
    ends = [behind(bare, call.end()) for call in re.finditer(rf"(?<![\w$.]){re.escape(name)}\s*\(", bare)]
    return (
        _OBJECT_ITSELF.search(bare) is not None or any(_is_more_than_data(bare, end) for end in ends)
        or any(_is_more_than_data(bare, use.end()) for variable in _variables(bare, name)
               for use in re.finditer(rf"(?<![\w$.]){re.escape(variable)}(?![\w$])", bare))
    )


def _is_more_than_data(bare: str, end: int) -> bool:
    """Whether what ends there is called, or has a method called that data lacks."""
    use = _USE.match(bare, end)
    return use is not None and use["method"] not in _METHODS_OF_DATA


def _variables(bare: str, name: str) -> list[str]:
    """Those that are declared as a result, or as parts of one."""
    what = r"[\w$]+|\{[^{}=]*\}|\[[^\[\]=]*\]"
    declared = re.findall(rf"\b(?:const|let|var)\s+({what})\s*=\s*(?:await\s+)?{re.escape(name)}\s*\(", bare)
    return [variable for one in declared for variable in re.findall(r"[\w$]+", one)]
