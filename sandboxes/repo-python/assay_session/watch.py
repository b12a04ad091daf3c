"""Whether the code that runs tests and reports on them is still what it was before the repository's code was loaded."""

import builtins
import os
import sys
import types

from assay_session.origin import exchanged

# Modules whose functions and classes nobody replaces for good: what runs tests, what they assert with, what we report by.
# All that is loaded would be four times as many, and take a tenth of a short case.
MODULES = (
    "_pytest.assertion", "_pytest.assertion.rewrite", "_pytest.assertion.util", "_pytest.config", "_pytest.doctest",
    "_pytest.fixtures", "_pytest.main", "_pytest.nodes", "_pytest.outcomes", "_pytest.python", "_pytest.python_api",
    "_pytest.raises", "_pytest.recwarn", "_pytest.reports", "_pytest.runner", "_pytest.skipping", "_pytest.subtests",
    "_pytest.unittest", "pluggy", "pluggy._callers", "pluggy._hooks", "pluggy._manager", "unittest", "unittest.case",
    "unittest.result", "assay_session.blame", "assay_session.canary", "assay_session.ending", "assay_session.hooks",
    "assay_session.origin", "assay_session.reporter", "assay_session.watch", "assay_session.wire", "json", "json.encoder",
)
# Of Python's own that run or assert, and are loaded where tests use them: compared with their files, which nobody can write.
LATE = {name: os.path.join(os.path.dirname(os.__file__), path) for name, path in (
    ("doctest", "doctest.py"), ("unittest.async_case", "unittest/async_case.py"), ("unittest.mock", "unittest/mock.py"))}
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
    everything = {name: _functions(sys.modules[name]) for name in MODULES if name in sys.modules}
    vital = {name: {part: everything[name][part] for part in parts} for name, parts in VITAL.items()}
    originals = {name: value for name, value in vars(builtins).items() if callable(value)}

    def changed(quick=False):
        found = [f"{name}.{part}" for name, parts in (vital if quick else everything).items() for part in _changes(name, parts)]
        if quick:
            return found
        found += [f"{name}.{part}" for name, path in LATE.items() if name in sys.modules
                  for part in exchanged(sys.modules[name], path)]
        return found + [f"builtins.{name}" for name, value in originals.items() if getattr(builtins, name, None) is not value]

    return changed


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
