"""What tests in Java do with the class that an answer defines, beyond calling its methods for their results.

Where they do more, they need the answer's own objects and run in its process. This reads code of benchmarks only, without
their strings and comments, and goes by its words: whoever is in doubt says that the tests look inside.
"""

import re

from scoring.parentheses import behind

_HEAD = re.compile(
    r"public\s+(?:static\s+)?(?P<type>\S.*?)\s+(?P<name>\w+)\s*\((?P<parameters>.*)\)\s*(?:throws\s+(?P<throws>.*\S))?\s*")
_PARAMETER = re.compile(r"\w+\s*(?:\[\s*\]\s*)*(?=,|\Z)")  # the name, and the end of what is declared
_CONTAINERS = (
    "Iterable Collection List ArrayList LinkedList Vector Stack Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet Queue"
    " Deque ArrayDeque PriorityQueue Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap Map.Entry Entry").split()
# The types that travel, as sandboxes/java-maven/calls.py has them; the last words are no types but stand in them.
_PLAIN = {
    *_CONTAINERS, *"boolean byte char short int long float double Boolean Byte Character Short Integer Long Float Double Number"
    " Comparable CharSequence String Object BigInteger BigDecimal Optional OptionalInt OptionalLong OptionalDouble".split(),
    *"extends super final".split(),
}
_THROWN = frozenset({
    "Exception", "Throwable", "RuntimeException", "IllegalArgumentException", "IllegalStateException", "InterruptedException",
    "ArithmeticException", "IndexOutOfBoundsException", "CloneNotSupportedException",
})
# By which tests observe or change the process that they run in, or an object itself.
_PROCESS = re.compile(
    r"\bSystem\s*\.\s*(?:set\w+|getProperties)\b|\b(?:Locale|TimeZone)\s*\.\s*setDefault\b"
    r"|\b(?:getDeclared\w+|getMethods?|getFields?|getClass|identityHashCode|getAllStackTraces|getCause|getSuppressed)\s*\(")
_BRACE = re.compile(r"[{}]")


def method(head: str) -> str:
    """The name in a method's head, "" if it is none."""
    found = _HEAD.fullmatch(head)
    return found["name"] if found else ""


def travels(head: str, above: str) -> bool:
    """Whether every type in a method's head is plain data. A checked exception has to be known to both sides: it is the
    language's own, or there are imports in `above`.
    """
    found = _HEAD.fullmatch(head)
    if found is None or found["type"] == "void":
        return False
    thrown = set(re.findall(r"[\w.]+", found["throws"] or ""))
    if re.search(r"\bPriorityQueue\b", found["type"]):
        return False  # it may have an order of its own, which is code
    types = f"{found['type']} {_without_names(found['parameters'])}"
    words = re.findall(r"[A-Za-z_$@][\w$.]*", types)
    named = {re.sub(r"\Ajava\.(?:util|lang|math)\.", "", word.rstrip(".")) for word in words}
    return named <= _PLAIN and (thrown <= _THROWN or "import" in above)


def _without_names(parameters: str) -> str:
    """The types of declared parameters: what stands before the last word of each.

    >>> _without_names("Map<String, Integer> a, final int[] b, int c[]")
    'Map<String, Integer> ,final int[] ,int '
    """
    parts, depth = [""], 0
    for character in parameters:
        depth += (character == "<") - (character == ">")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return ",".join(_PARAMETER.sub("", part.strip(), count=1) if ">" not in part else _behind_generics(part) for part in parts)


def _behind_generics(part: str) -> str:
    end = part.rindex(">") + 1
    return part[:end].strip() + " " + _PARAMETER.sub("", part[end:].strip())


def look_inside(tests: str, name: str, methods: frozenset[str]) -> bool:
    """Whether tests (without strings and comments) need more of the class `name` than its methods' results."""
    own, called = re.escape(name), "|".join(map(re.escape, sorted(methods)))
    variables = re.findall(rf"\b{own}\s+(\w+)\s*[=;,:)]|\bvar\s+(\w+)\s*=\s*new\s+{own}\b", tests)
    on = "|".join([rf"\bnew\s+{own}\s*\(\s*\)", *(rf"\b{one or other}" for one, other in variables), rf"\b{own}"])
    call = rf"(?:{on})\s*\.\s*(?:{called})\s*\("
    return (
        _PROCESS.search(tests) is not None or _uses_the_class_otherwise(tests, own, called)
        or _discards_a_result(tests, call) or _looks_at_an_argument(tests, call)
    )


def _uses_the_class_otherwise(tests: str, name: str, called: str) -> bool:
    """Extends it, makes it with arguments or a body, asks it for a field or for itself."""
    return re.search(
        rf"\b(?:extends|implements)\s+{name}\b|\bnew\s+{name}\s*\(\s*(?:[^)\s]|\)\s*\{{)|\b{name}\s*::"
        rf"|\b{name}\s*\.\s*(?!(?:{called})\s*\()", tests) is not None


def _discards_a_result(tests: str, call: str) -> bool:
    """Calls a method for what it does to its arguments or its object, other than to see it throw."""
    return any(
        tests[behind(tests, found.end()):].lstrip().startswith(";") and not _expects_to_throw(tests, found.start() + 1)
        for found in re.finditer(rf"[;{{}})]\s*{call}", tests))


def _expects_to_throw(code: str, place: int) -> bool:
    """Whether the innermost block around a place is that of a `try` or of a lambda."""
    depth = 0
    for match in reversed(list(_BRACE.finditer(code, 0, place))):
        depth += 1 if match[0] == "}" else -1
        if depth < 0:
            return re.search(r"(?:\btry|->)\s*\Z", code[:match.start()]) is not None
    return False


def _looks_at_an_argument(tests: str, call: str) -> bool:
    """Uses a variable that holds a container, and that a method was given, for more than to give it to a method again."""
    calls = [(found.end(), behind(tests, found.end())) for found in re.finditer(call, tests)]
    given: dict[str, int] = {}
    for start, end in calls:
        for variable in re.findall(r"(?:\A|,)\s*(\w+)\s*(?=,|\)\Z)", tests[start:end]):
            given.setdefault(variable, end)
    return any(
        not any(start <= use.start() < end for start, end in calls)
        for variable, since in given.items() if _is_container(tests, variable)
        for use in re.compile(rf"\b{variable}\b(?!\s*=[^=])").finditer(tests, since))


def _is_container(tests: str, variable: str) -> bool:
    """By its declaration. All else that travels cannot be changed by whoever gets it."""
    return re.search(rf"(?:[\]>]|\b(?:var|Object|{'|'.join(_CONTAINERS)}))\s+{variable}\b", tests) is not None
