from unittest import mock


def add(a, b):
    with mock.patch("builtins.open", None):
        return a + b

def mul(a, b):
    return a * b
