"""Shapes of `outputs`, and what each means for which task."""

import pytest

from scoring.benchmark import Sample, Task
from scoring.bundle.outputs import Answer, answers_in
from scoring.bundle.problems import Fault

THREE = Sample(id="0", outputs=["4", "9", "16"])
ONE = Sample(id="0", outputs=["4"])
TWO = Sample(id="0", outputs=["4", "9"])


def text(attempts: int) -> Task:
    return Task("T", "python-tests", (THREE,), attempts=attempts)


def function(attempts: int) -> Task:
    return Task("F", "python-io", (THREE,), attempts=attempts)


def value(attempts: int) -> Task:
    return Task("J", "exact-match", (THREE,), attempts=attempts, answer="json")


def texts(*outputs) -> list[Answer]:
    return [Answer(output) for output in outputs]


def results(*executed) -> list[Answer]:
    return [Answer(executed=one) for one in executed]


RESULT = ("4", "9", "16")
READ = [
    (text(1), THREE, "s", texts("s")),
    (text(1), THREE, ["s"], texts("s")),
    (text(1), THREE, [["s"]], texts("s")),
    (text(1), THREE, "", texts("")),
    (text(1), THREE, None, texts(None)),
    (text(1), THREE, "None", texts(None)),
    (text(1), THREE, 7, texts("7")),
    (text(1), THREE, -0.5, texts("-0.5")),
    (text(1), THREE, [], []),
    (text(2), THREE, ["s", "t"], texts("s", "t")),
    (text(2), THREE, [["s", "t"]], texts("s", "t")),
    (text(2), THREE, [["s"], ["t"]], texts("s", "t")),
    (text(2), THREE, ["s", None], texts("s", None)),
    (text(2), THREE, "s", texts("s")),
    (value(1), THREE, {"a": [1]}, texts({"a": [1]})),
    (value(1), THREE, [["s"]], texts([["s"]])),
    (value(1), THREE, None, texts(None)),
    (value(2), THREE, [[1], [2]], texts([1], [2])),
    (value(2), THREE, [[[1], [2]]], texts([1], [2])),
    (function(1), THREE, "def f(): pass", texts("def f(): pass")),
    (function(1), THREE, "timed out", results("timed out")),
    (function(1), THREE, [["def f(): pass"]], texts("def f(): pass")),
    (function(1), THREE, [list(RESULT)], results(RESULT)),
    (function(1), THREE, [[list(RESULT)]], results(RESULT)),
    (function(1), ONE, [[["4"]]], results(("4",))),
    (function(2), THREE, [[list(RESULT), "timed out"]], results(RESULT, "timed out")),
    (function(2), THREE, [list(RESULT), list(RESULT)], results(RESULT, RESULT)),
    (function(2), THREE, [["timed out", "timed out"]], results("timed out", "timed out")),
    (function(2), THREE, [[[None, 9, "16"], None]], [Answer(executed=("None", "9", "16")), Answer()]),
    (function(2), THREE, ["s", "t"], texts("s", "t")),
    (function(2), THREE, [["s", "t"]], texts("s", "t")),
    (function(2), THREE, [["s"], ["t"]], texts("s", "t")),
    (function(2), TWO, [[["4", "9"], ["4", "9"]]], results(("4", "9"), ("4", "9"))),
    (function(2), THREE, [[]], []),
]
REFUSED = [
    (text(1), THREE, {"a": 1}, "doc_output_type_error"),
    (text(1), THREE, True, "doc_output_type_error"),
    (text(1), THREE, [["s", ["t"]]], "doc_output_type_error"),
    (text(1), THREE, ["s", "t"], "attempt_out_of_range"),
    (text(2), THREE, ["s", "t", "u"], "attempt_out_of_range"),
    (value(2), THREE, [1], "ambiguous_outputs"),
    (value(2), THREE, {"a": 1}, "ambiguous_outputs"),
    (function(2), TWO, [["4", "9"]], "ambiguous_outputs"),
    (function(2), ONE, [["4"], ["9"]], "ambiguous_outputs"),
    (function(5), THREE, [["s", "t"]], "ambiguous_outputs"),
    (function(2), Sample(id="0"), [["4", "9"]], "ambiguous_outputs"),
    (function(2), THREE, [[["4"], {}]], "doc_output_type_error"),
    (function(2), THREE, [[["4", {}], "timed out"]], "doc_output_type_error"),
    (function(1), THREE, [[list(RESULT), "timed out"]], "attempt_out_of_range"),
]


@pytest.mark.parametrize(("task", "sample", "outputs", "answers"), READ)
def test_outputs_in_any_usual_shape_are_read_by_attempt(task, sample, outputs, answers):
    assert answers_in(task, sample, outputs) == answers


@pytest.mark.parametrize(("task", "sample", "outputs", "code"), REFUSED)
def test_outputs_of_no_certain_meaning_are_refused(task, sample, outputs, code):
    with pytest.raises(Fault) as raised:
        answers_in(task, sample, outputs)
    assert raised.value.code == code and raised.value.mend


@pytest.mark.parametrize("tests", range(1, 12))
def test_ten_texts_and_one_result_of_ten_tests_are_not_confused(tests):
    sample = Sample(id="0", outputs=["1"] * tests)
    if tests == 10:
        with pytest.raises(Fault, match="replies and as test results"):
            answers_in(function(10), sample, [["1"] * 10])
    else:
        assert answers_in(function(10), sample, [["1"] * 10]) == texts(*["1"] * 10)
