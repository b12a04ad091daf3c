with open("tests/test_calc.py", "w") as file:
    file.write("""
import unittest
import pytest


def test_add():
    pass


@pytest.mark.parametrize("text", ["a b", "1 + 1"])
def test_names_with_spaces(text):
    pass


class AddTest(unittest.TestCase):
    def test_add(self):
        pass

    def test_parts(self):
        pass
""")


def add(a, b):
    return None

def mul(a, b):
    return a * b
