"""Kind python-tests: programs, and the verdict over each way of ending."""

import pytest

from scoring.benchmark import Sample
from scoring.outcome import Outcome
from scoring.plan import plan_job
from scoring.tasks import python_tests
from scoring.verdict import UNSCORED, VERDICTS
from tests.scoring.making import CODE_SAMPLE, answer, benchmark_of, code_task, ended

ENDINGS = [
    ("PASSED", ended()),
    ("WRONG_ANSWER", ended("run", "AssertionError")),
    ("RUNTIME_ERROR", ended("run", "ZeroDivisionError")),
    ("COMPILE_ERROR", ended("compile", "SyntaxError")),
    ("COMPILE_ERROR", ended("compile", "AssertionError")),
    ("TIME_LIMIT", Outcome(timed_out="cpu", signal=9)),
    ("TIME_LIMIT", Outcome(timed_out="wall", signal=9)),
    ("MEMORY_LIMIT", Outcome(memory_exceeded=True, signal=9, timed_out="wall")),
    ("MEMORY_LIMIT", ended("run", "MemoryError", memory_exceeded=True)),
    ("OUTPUT_LIMIT", Outcome(output_exceeded=True, signal=9)),
    ("RUNTIME_ERROR", Outcome(signal=11)),
    ("RUNTIME_ERROR", Outcome(exit_code=0, stdout="PASSED\n1 passed\n")),
    ("RUNTIME_ERROR", ended(exit_code=1)),
    ("RUNTIME_ERROR", ended(exit_code=None, signal=9)),
    ("RUNTIME_ERROR", ended("run", "AssertionError", exit_code=1)),
]


@pytest.mark.parametrize(("expected", "outcome"), ENDINGS)
def test_each_way_of_ending_has_its_verdict(expected, outcome):
    assert python_tests.judge(code_task(), CODE_SAMPLE, outcome, "strict").name == expected


def test_the_endings_above_leave_no_verdict_out():
    assert {expected for expected, _ in ENDINGS} | {"NO_ANSWER", "SCORED", UNSCORED} == set(VERDICTS)


@pytest.mark.parametrize("name", ["Value_was_4711", "hidden 42", "os", "print", "", "Exception\n42", None])
@pytest.mark.parametrize("phase", ["run", "compile"])
def test_a_reason_never_quotes_what_a_program_chose(name, phase):
    reason = python_tests.judge(code_task(), CODE_SAMPLE, ended(phase, name or " "), "strict").reason
    assert reason == "an error of its own"


def test_a_reason_names_pythons_own_exceptions():
    verdict = python_tests.judge(code_task(), CODE_SAMPLE, ended("run", "KeyError"), "strict")
    assert verdict.reason == "KeyError"


@pytest.mark.parametrize(("prompt", "reply", "program"), [
    ("def f(x):\n", "    return 1\n", "def f(x):\n    return 1\n"),
    ("def f(x):\n    '''doc'''", "    return 1", "def f(x):\n    '''doc'''\n    return 1"),
    ("def f(x):\n    'doc'\n", "```\ndef f(x):\n    return 1\n```", "def f(x):\n    'doc'\ndef f(x):\n    return 1\n"),
    ("def f(x):\n", "def f(x):\n    return 1\n", "def f(x):\n    pass\ndef f(x):\n    return 1\n"),
    ("class A:\n  def f(x): \n", "# so\n\ndef f(x): 1", "class A:\n  def f(x): \n      pass\n# so\n\ndef f(x): 1"),
    ("def f(x):\n", "\n    # so\n    return 1\n", "def f(x):\n\n    # so\n    return 1\n"),
    ("", "def f(x):\n    return 1\n", "def f(x):\n    return 1\n"),
])
def test_the_program_is_the_prompt_and_below_it_the_code_of_the_reply(prompt, reply, program):
    task = code_task(samples=(Sample(id="1", inputs={**CODE_SAMPLE.inputs, "prompt": prompt}),))
    [attempt] = plan_job(benchmark_of(task), [answer(task, reply)], "strict").attempts
    assert attempt.case.program == program


@pytest.mark.parametrize("reply", [None, "", " \n\t\r\n", "\u00a0\u2003"])
def test_a_reply_without_a_visible_character_is_no_answer(reply):
    task = code_task()
    [attempt] = plan_job(benchmark_of(task), [answer(task, reply)], "strict").attempts
    assert (attempt.case, attempt.verdict.name) == (None, "NO_ANSWER")
