"""Kind exact-match: text without the blanks around it, or JSON values by type."""

import pytest

from scoring.plan import plan_job
from tests.scoring.making import answer, benchmark_of, match_task

TEXT = [
    ("10", "10", "PASSED"), ("10", " 10\n", "PASSED"), (" нет ", "нет", "PASSED"), (10, "10", "PASSED"),
    ("10", "10.0", "WRONG_ANSWER"), ("да", "Да", "WRONG_ANSWER"), ("a b", "a  b", "WRONG_ANSWER"),
    ("10", "", "NO_ANSWER"), ("10", None, "NO_ANSWER"),
]
JSON = [
    ({"a": 1, "b": [2]}, {"b": [2], "a": 1}, "PASSED"), ([1, 2], [1, 2], "PASSED"), ([1, 2], [2, 1], "WRONG_ANSWER"),
    (1, 1, "PASSED"), (1, 1.0, "WRONG_ANSWER"), (1, True, "WRONG_ANSWER"), (1, "1", "WRONG_ANSWER"), ("1", 1, "WRONG_ANSWER"),
    ("a", " a", "WRONG_ANSWER"), ("", "", "PASSED"), (False, False, "PASSED"), ([], None, "NO_ANSWER"),
    ({"a": 1}, {}, "WRONG_ANSWER"),
]


@pytest.mark.parametrize(("shape", "right", "given", "name"), [
    *(("text", *row) for row in TEXT), *(("json", *row) for row in JSON)])
def test_an_answer_is_right_when_it_equals_the_outputs(shape, right, given, name):
    task = match_task(right, answer=shape)
    [attempt] = plan_job(benchmark_of(task), [answer(task, given)], "strict").attempts
    assert attempt.case is None
    assert attempt.verdict.name == name
