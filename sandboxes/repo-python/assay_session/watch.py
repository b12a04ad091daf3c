"""Whether the code that runs tests and reports on them is still what it was before the repository's code was loaded."""

import builtins
import sys
import types

# Modules whose functions and classes nobody replaces for good. Not unittest.mock, which honest plugins wrap.
PACKAGES = ("_pytest", "pytest", "pluggy", "unittest", "assay_session", "hashlib", "json")
LEFT_OUT = ("unittest.mock",)
# What decides a test's outcome: looked at after every test, since whoever replaces it may put it back at the end.
VITAL = {
    "_pytest.runner": ("runtestprotocol", "call_and_report", "pytest_runtest_makereport", "pytest_runtest_call", "CallInfo"),
    "_pytest.reports": ("TestReport",), "_pytest.python": ("pytest_pyfunc_call", "Function"),
    "_pytest.unittest": ("TestCaseFunction",), "unittest.case": ("TestCase", "_Outcome"), "pluggy._hooks": ("HookCaller",),
}
REPLACED = ("_getini_unknown_type",)  # by pytest's own legacypath
_FUNCTIONS = (types.FunctionType, type, classmethod, staticmethod, property)


def snapshot():
    """A function that names what has changed since now: all of it, or (`quick`) only what is vital."""
    everything = {name: _functions(module) for name, module in sorted(sys.modules.items()) if _is_watched(name)}
    vital = {name: {part: everything[name][part] for part in parts} for name, parts in VITAL.items()}
    originals = {name: value for name, value in vars(builtins).items() if callable(value)}

    def changed(quick=False):
        found = [f"{name}.{part}" for name, parts in (vital if quick else everything).items() for part in _changes(name, parts)]
        if quick:
            return found
        return found + [f"builtins.{name}" for name, value in originals.items() if getattr(builtins, name, None) is not value]

    return changed


def _is_watched(name):
    return name.partition(".")[0] in PACKAGES and not name.startswith(LEFT_OUT)


def _functions(module):
    """Facts of the functions and classes that a module has, by name."""
    return {name: _facts(value, module.__name__) for name, value in list(vars(module).items()) if isinstance(value, _FUNCTIONS)}


def _changes(name, parts):
    module = sys.modules.get(name)
    return [part for part, before in parts.items() if not _holds(before, getattr(module, part, None), name)]


def _holds(before, value, name):
    """Of classes, what they had must still be there. What was added since is no replacement, as honest plugins add
    methods, unless it is one that Python itself calls."""
    now = _facts(value, name)
    if before[:2] != now[:2]:
        return False
    return all(now[2].get(part) == facts for part, facts in before[2].items()) and not any(
        part.startswith("__") for part in now[2].keys() - before[2].keys())


def _facts(value, name):
    """Identity of a function or class, of a function's code, and of the parts of a class that the module itself defines."""
    own = isinstance(value, type) and value.__module__ == name
    members = vars(value).items() if own else ()
    parts = {part: _identity(member) for part, member in members if isinstance(member, _FUNCTIONS) and part not in REPLACED}
    return *_identity(value), parts


def _identity(value):
    """Of a function also its code, which can be exchanged under it."""
    if isinstance(value, (classmethod, staticmethod)):
        value = value.__func__
    if isinstance(value, property):
        return id(value.fget), id(getattr(value.fget, "__code__", None))
    return id(value), id(getattr(value, "__code__", None))
