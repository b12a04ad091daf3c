"""Tests that look at what an answer did to an argument run beside it; those that ask for a result do not."""

import pytest

from scoring.tasks.judging import INSIDE, STANDING, way

WATCHED = {
    "beside a result": "xs = [2, 1]\nresult = sort(xs)\nassert result is None\nassert xs == [1, 2]",
    "in one assertion with the result": "xs = [2, 1]\nassert sort(xs) == [1, 2] and len(xs) == 2 and xs == [2, 1]",
    "with its copy": """
def check(f):
    xs = [2, 1]
    before = list(xs)
    assert f(xs) == [1, 2]
    assert xs == before
check(sort)
""",
    "in a condition": "xs = [2, 1]\nr = sort(xs)\nif xs != [2, 1]:\n    raise ValueError('changed')",
    "in a part of another": "xs = [2]\nr = sort([xs, [1]])\nassert xs == [2]",
    "by a method of unittest": """
import unittest
class Case(unittest.TestCase):
    def test(self):
        xs = [2, 1]
        r = sort(xs)
        self.assertEqual(xs, [1, 2])
""",
}
NOT_WATCHED = {
    "the result is compared with it": "xs = [2, 1]\nassert sort(xs) == sorted(xs)",
    "a result in a variable is": "xs = [2, 1]\nr = sort(xs)\nn = len(r)\nassert len(xs) == n and r[0] in xs",
    "it is bound to the result": "xs = [2, 1]\nxs = sort(xs)\nassert xs == [1, 2]",
    "nobody can change it": "n, s = -2, 'a'\nn = 3\ns = f'b'\nassert add(n, s) == 'bbb' and n == 3",
    "a copy is handed over": "xs = [2, 1]\nassert sort(list(xs)) == [1, 2]\nassert xs == [2, 1]",
    "it is made anew for each question": "for xs, r in [([2, 1], [1, 2])]:\n    assert sort(xs) == r",
}


@pytest.mark.parametrize("tests", WATCHED.values(), ids=WATCHED)
def test_a_watched_argument_needs_one_process(tests):
    assert way("", "", tests) == INSIDE


@pytest.mark.parametrize("tests", NOT_WATCHED.values(), ids=NOT_WATCHED)
def test_no_answer_gains_by_emptying_an_argument_that_results_are_compared_with(tests):
    assert way("", "", tests) == STANDING
