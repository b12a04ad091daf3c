"""Tests of our own that must fail, before and after the repository's: whoever turns failures into passes turns these as well.

Their names are made up for this run, and they look like the repository's own: a function and a method of a TestCase in a
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
    """Two items in a new file beside one of those `among` which they are to be; none where no test is Python's. The file
    is gone again: once it is collected nobody needs it."""
    module = next(filter(None, (item.getparent(pytest.Module) for item in among)), None)
    if module is None:
        return []
    folder = os.path.dirname(module.path)
    names = {"function": f"{_prefix(session.config, 'python_functions', 'test')}_{word()}",
             "case": f"{word().capitalize()}Test", "method": f"test_{word()}"}
    number = secrets.randbelow(1000)
    path = module.path.__class__(folder, f"{word()}.py")
    path.write_text(TEXT.format(**names, number=number, other=number + 1 + secrets.randbelow(1000)))
    try:
        return list(_flat(pytest.Module.from_parent(module.parent, path=path)))
    finally:
        path.unlink()


def _flat(node):
    """The items below a node, collected without a hook hearing of it: they are in no count of the session's."""
    if isinstance(node, pytest.Item):
        yield node
    else:
        for child in node.collect():
            yield from _flat(child)


def _prefix(config, name, default):
    """What names of test functions begin with in this repository."""
    first = next(iter(config.getini(name)), default)
    return first.replace("*", "").rstrip("_") if first.replace("*", "").isidentifier() else default
