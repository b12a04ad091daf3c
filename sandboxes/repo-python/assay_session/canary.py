"""Tests of our own that must fail, put among the repository's: whoever turns failures into passes turns these as well.

They are called as nobody can foresee, and look like the repository's own: a function and a method of a TestCase in a
file of its test folder.
"""

import os
import secrets

import pytest

TEXT = """import unittest


def {function}():
    value = {number}
    assert value == {other}


class {case}(unittest.TestCase):
    def {method}(self):
        self.assertEqual({number}, {other})
"""


def word():
    """
    >>> word().isidentifier()
    True
    """
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(9))


def items(session, among):
    """Two items in a new file beside that of `among`, which is one of the session's. The file is gone again: once it is
    collected nobody needs it."""
    module = among.getparent(pytest.Module)
    folder = os.path.dirname(module.path)
    names = {"function": f"{_prefix(session.config, 'python_functions', 'test')}_{word()}",
             "case": f"{word().capitalize()}Test", "method": f"test_{word()}"}
    number = secrets.randbelow(1000)
    path = module.path.__class__(folder, f"{word()}.py")
    path.write_text(TEXT.format(**names, number=number, other=number + 1 + secrets.randbelow(1000)))
    try:
        collector = pytest.Module.from_parent(module.parent, path=path)
        return [item for item in session.genitems(collector) if item.name.split("[")[0] in names.values()]
    finally:
        path.unlink()


def _prefix(config, name, default):
    """What names of test functions begin with in this repository."""
    first = next(iter(config.getini(name)), default)
    return first.replace("*", "").rstrip("_") if first.replace("*", "").isidentifier() else default
