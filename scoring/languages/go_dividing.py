"""Whether a Go sample's tests can call the answer's function in another process: decided from the benchmark's own code."""

import re
from collections.abc import Iterator

from scoring.languages import go_types
from scoring.languages.braces import without_literals
from scoring.languages.go_types import Signature, Type
from scoring.languages.language import Parts

# Packages by which tests observe or change the process that a program runs in.
_INSIDE_PACKAGES = frozenset({
    "flag", "log", "os", "os/exec", "os/signal", "plugin", "runtime", "runtime/debug", "runtime/metrics", "syscall", "unsafe",
})
# Functions that measure it, or look at more of a result than its value.
_INSIDE = re.compile(r"\.(?:AllocsPerRun|Benchmark|Chdir|NotSame|Same|Setenv)f?\(")
_ERROR_IDENTITY = re.compile(r"\.(?:As|ErrorAs|ErrorIs|Is|NotErrorAs|NotErrorIs|Unwrap)f?\(")
_VARIABLES = re.compile(r"^var[ \t]+(\(|\w+(?:[ \t]*,[ \t]*\w+)*)", re.MULTILINE)
_SHARED = frozenset({"slice", "map", "any"})  # what a function changes in these, its caller sees
_MESSAGE = re.compile(r'"[^"\n]*%[^"\n]*"[^\n]*')  # a format and what it is given: shown, not compared
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")


def can_divide(parts: Parts, imports: frozenset[str]) -> bool:
    """As scoring.languages.language says; `imports` are the paths that the tests import."""
    try:
        declared = go_types.signature(parts.declaration)
    except go_types.Unreadable:
        return False
    types = go_types.declared_types(parts.above)
    return (
        _is_plain(declared, types) and not imports & _INSIDE_PACKAGES and not _looks_inside(parts, declared, types)
        and not (_any_holds(declared.parameters, _SHARED, types) and _looks_at_arguments(parts.tests, declared.name))
    )


def _is_plain(declared: Signature, types: dict[str, Type]) -> bool:
    """A function without results is called for what it does to its arguments. What a benchmark's own type is could not be told
    of a value in an `any`.
    """
    everything = (*declared.parameters, *declared.results)
    return (
        bool(declared.results) and all(go_types.is_plain(kind, types, result=False) for kind in declared.parameters)
        and all(go_types.is_plain(kind, types, result=True) for kind in declared.results)
        and not (types and _any_holds(everything, frozenset({"any"}), types))
    )


def _any_holds(kinds: tuple[Type, ...], sorts: frozenset[str], types: dict[str, Type]) -> bool:
    return any(go_types.holds(kind, sorts, types) for kind in kinds)


def _looks_inside(parts: Parts, declared: Signature, types: dict[str, Type]) -> bool:
    """Whether tests look at more than values: at identities, or at variables that program and tests share."""
    bare = without_literals(parts.tests)
    errors = _any_holds(declared.results, frozenset({"error"}), types)
    if _INSIDE.search(bare) or (errors and _ERROR_IDENTITY.search(bare)):
        return True
    variables = " ".join(_VARIABLES.findall(without_literals(parts.above)))
    return "(" in variables or bool(set(re.findall(r"\w+", variables)) & set(re.findall(r"\w+", bare)))


def _looks_at_arguments(tests: str, name: str) -> bool:
    """Whether a variable that was handed to the function is used once more, other than for another call or to be shown: the
    tests may want to see what became of it.
    """
    bare = without_literals(_MESSAGE.sub("", tests))
    return any(_is_used(argument, name, rest) for argument, rest in _handed(bare, name))


def _handed(bare: str, name: str) -> Iterator[tuple[str, str]]:
    """Variables among the arguments of calls, each with the rest of the function that the call stands in."""
    seen = set()
    for call in re.finditer(rf"(?<![\w.]){re.escape(name)}\(", bare):
        end = _end_of_call(bare, call.end())
        rest_end = bare.find("\n}", end)
        for argument in bare[call.end():end].split(","):
            place = (argument.strip(), rest_end)
            if _NAME.fullmatch(place[0]) and place not in seen:
                seen.add(place)
                yield place[0], bare[end:rest_end if rest_end >= 0 else len(bare)]


def _is_used(argument: str, name: str, rest: str) -> bool:
    calls = rf"(?<![\w.]){re.escape(name)}\([^()]*\)"
    used = rf"(?<![\w.]){re.escape(argument)}(?![\w.])(?!\s*(?:,\s*\w+\s*)*:?=[^=])"
    return re.search(used, re.sub(calls, "", rest)) is not None


def _end_of_call(bare: str, start: int) -> int:
    """Where the parenthesis closes that was opened before `start`."""
    depth = 1
    for match in re.finditer(r"[()]", bare[start:]):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return start + match.start()
    return len(bare)
