"""Whether what runs as a test is what its file says: whoever leaves the framework alone can still exchange the tests, as they
are loaded or later. The files themselves are the runner's to watch.

Decorators are accepted: the file's own function must be found behind them. One that hides it passes if it is installed.
"""

import os
import types
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path

from _pytest.assertion import rewrite

REPO = "/repo/"
MOST = 200  # objects looked at behind decorators


class Origins:
    """Compares the functions of tests with the code of their files, which is read once for each."""

    def __init__(self):
        self.files = {}  # path -> code by name: as pytest rewrites it, and as Python compiles it
        self.sound = {}  # (id of code, path, names) -> that code: kept, so that no other gets its number

    def is_strange(self, item):
        """Whether an item of pytest's own kinds would run another function than its file has under that name."""
        if not hasattr(item, "originalname"):
            return False
        function = getattr(item.obj, "__func__", item.obj)
        code = getattr(function, "__code__", None)
        key = id(code), os.fspath(item.path), _names(item)
        if key in self.sound:
            return False
        if self._is_strange(function, *key[1:], item.config):
            return True
        self.sound[key] = code
        return False

    def _is_strange(self, function, path, names, config):
        """Whether the file's code of the name, or of any name where the file has none such, is not behind the function. Some
        decorators give out their code for the file's, so what code says of itself is no evidence."""
        known = self._known(path, config)
        behind = list(_codes_behind(function))
        name = next((name for name in names if any(name in codes for codes in known)), None)
        if any(_has(known, name or code.co_qualname, code) for code in behind):
            return False
        if name is None:
            return bool(known) and any(code.co_filename == path for code in behind[:1])
        return not behind or any(map(_is_the_trees, behind))

    def _known(self, path, config):
        if path not in self.files:
            self.files[path] = [_by_name(code) for code in _compiled(Path(path), config)]
        return self.files[path]


def _names(item):
    """What the item's function is called in its file: a method may be of any base of its class."""
    name = item.originalname or item.name
    return tuple(f"{base.__qualname__}.{name}" for base in item.cls.__mro__) if item.cls else (name,)


def _compiled(path, config):
    """The file's code in both forms; nothing where it cannot be read. pytest's byte code is believed: see the runner."""
    try:
        cached = rewrite.get_cache_dir(path) / (path.name.removesuffix(".py") + rewrite.PYC_TAIL)
        rewritten = rewrite._read_pyc(path, cached) or rewrite._rewrite_test(path, config)[1]
        return rewritten, compile(path.read_bytes(), os.fspath(path), "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):
        return ()


def _by_name(code):
    found, left = {}, [code]
    while left:
        one = left.pop()
        found.setdefault(one.co_qualname, []).append(one)
        left += [part for part in one.co_consts if isinstance(part, types.CodeType)]
    return found


def _is_the_trees(code):
    return code.co_filename.startswith(REPO) or not os.path.exists(code.co_filename)


def _has(known, name, code):
    return any(one is code or facts(one) == facts(code) for codes in known for one in codes.get(name, ()))


def facts(code):
    """What code does, wherever it was loaded from.

    >>> first, same, other = (compile(text, name, "exec") for text, name in (("x = 1", "a"), ("x = 1", "b"), ("x = 2", "a")))
    >>> facts(first) == facts(same), facts(first) == facts(other)
    (True, False)
    """
    consts = [facts(one) if isinstance(one, types.CodeType) else (type(one), one) for one in code.co_consts]
    return (code.co_code, consts, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars, code.co_argcount,
            code.co_kwonlyargcount, code.co_flags, code.co_exceptiontable)


def exchanged(module, path):
    """Names of a module's functions and methods that are other ones than its file has: for what is loaded after the tree."""
    known = [_by_name(SourceFileLoader(module.__name__, path).get_code(module.__name__))]
    found = {name: list(_codes_behind(_at(module, name))) for name in known[0]}
    # Plugins of pytest replace some for good, such as those of mocks, for a shorter traceback.
    return [name for name, codes in found.items() if any(map(_is_the_trees, codes)) and not any(
        _has(known, name, code) for code in codes)]


def _at(module, name):
    """What stands in a module under a qualified name, nothing being called; None where nothing does."""
    found = module
    for part in name.split("."):
        found = getattr(found, "__dict__", {}).get(part)
    return found


def _codes_behind(function):
    """The code of a function and of those that it keeps: as closures, attributes or arguments, which decorators do."""
    left, seen = [function], {}
    while left and len(seen) < MOST:
        one = left.pop(0)
        if id(one) in seen or type(one) in (type, types.ModuleType):
            continue
        seen[id(one)] = one
        if type(one) is types.FunctionType:
            yield one.__code__
        left += _kept_by(one)


def _kept_by(one):
    """What an object holds that may be a function; of an ordinary one its attributes."""
    named = {types.MethodType: ("__func__",), classmethod: ("__func__",), staticmethod: ("__func__",),
             property: ("fget", "fset", "fdel"), partial: ("func",)}
    kept = [getattr(one, name) for name in named.get(type(one), ())]
    if type(one) is types.FunctionType:
        kept += map(_content, one.__closure__ or ())
    return kept + list((getattr(one, "__dict__", None) or {}).values())


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:  # a name that has no value yet
        return None
