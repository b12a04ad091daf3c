"""Subtrees: cut out of one expression they are what the library writes for each node."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.similarity.code import syntax
from scoring.similarity.code.tree import parse
from scoring.similarity.languages import LANGUAGES

# What grammars miss, do not expect or escape, brackets and quotes above all; `\x00` and `ж` are unexpected nearly everywhere.
PIECES = (
    "(", ")", "[", "]", "{", "}", '"', "'", "`", "\\", ";", ":", ",", "=", "x", "f(x)", "if", "else", "for", "class A",
    "def f():", "return", "\n", "    ", "#if", "#endif\n", "/*", "//", "\x00", "ж", "$", "@", "?", "<", ">", "1", "${",
    "\ud800", "lambda", "import", "struct s", "=>", "..", "\r", "\u2028", "switch (x)", "case 1:", "func", ":=", "var", "await")


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=200, deadline=None)
@given(text=st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join) | st.text(max_size=30))
def test_they_are_those_that_the_library_writes_one_by_one(language, text):
    tree = parse(text, language)
    assert syntax.subtrees(tree.top.node, tree.nodes) == Counter(map(str, tree.nodes))


@pytest.mark.parametrize(("language", "text"), [
    ("c", 'char *s = "a'), ("c", "f(x"), ("c", "int a[3"), ("java", "f(("), ("go", "f()"), ("python", "f(x"),
    ("javascript", "`${x"), ("c_sharp", '$"{x'), ("c_sharp", "? case 1:"), ("c", ""),
])
def test_missing_brackets_and_quotes_are_no_brackets_of_the_expression(language, text):
    tree = parse(text, language)
    assert syntax.subtrees(tree.top.node, tree.nodes) == Counter(map(str, tree.nodes))
