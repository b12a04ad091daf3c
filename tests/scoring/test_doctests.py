"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import scoring

MODULES = [module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0


def test_there_are_examples_at_all():
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 8
