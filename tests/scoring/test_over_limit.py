"""A reason of a limit names the limit's value."""

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.outcome import Outcome
from scoring.tasks import judged
from scoring.verdict import reason_shown
from tests.scoring.making import CODE_SAMPLE, IO_SAMPLE, code_task, ended, io_task, match_task
from tests.scoring.repository.making import completion

LIMITS = Limits(cpu_seconds=20, wall_seconds=120.5, memory_mib=640, output_kib=2048, tmp_mib=99)
OUTCOMES = [
    (Outcome(timed_out="cpu", signal=9), "the program went over its CPU time limit of 20 s"),
    (Outcome(timed_out="wall", signal=9), "the program went over its wall time limit of 120.5 s"),
    (Outcome(memory_exceeded=True, signal=9), "the program went over its memory limit of 640 MiB"),
    (Outcome(output_exceeded=True, signal=9), "the program wrote more output than allowed (2048 KiB)"),
]
REPOSITORY = completion("def f():\n", "    return 1\n", "")
TEXTS = match_task("reference", kind="similarity", metrics=("chrf",))
TASKS = [(code_task(), CODE_SAMPLE, "python", "python-tests"), (io_task(), IO_SAMPLE, "python", "python-io"),
         (REPOSITORY, REPOSITORY.samples[0], "repo-python", "repo"),
         (code_task(kind="lint", settings={"linter": "ruff"}), CODE_SAMPLE, "python", "lint"),
         (code_task(kind="program-tests", runtime="cpp"), CODE_SAMPLE, "cpp", "program-tests"),
         (TEXTS, TEXTS.samples[0], "text", "similarity")]


def reason(task, sample, runtime, runner, outcome, profile="strict"):
    return judged(task, sample, Case(runtime, runner, "", limits=LIMITS), outcome, profile).reason


@pytest.mark.parametrize(("outcome", "said"), OUTCOMES, ids=[said for _, said in OUTCOMES])
@pytest.mark.parametrize("asked", TASKS, ids=[task.kind for task, *_ in TASKS])
def test_every_kind_names_the_limit_that_a_program_went_over(asked, outcome, said):
    """Nobody could tell whether 11 s of CPU were too many, or whether the machine had been busy."""
    expected = said.replace(" of 640 MiB", "") if "text" in asked else said
    if "repo" in asked:  # their files are counted with the output
        expected = expected.replace("KiB)", "KiB, 99 MiB of files)")
    assert reason(*asked, outcome) == expected


def test_a_limit_of_the_published_rules_keeps_its_own_words():
    outcome = ended("run", "TimedOut")
    assert reason(*TASKS[1], outcome, profile="mera-1") == "the program took more than four seconds"


def test_what_no_limit_ended_has_no_limit_in_its_reason():
    assert reason(*TASKS[0], Outcome(signal=11)) == "the program was ended by signal 11"


def test_a_private_task_tells_no_more_than_before():
    told = {reason_shown("TIME_LIMIT", said, is_private=True) for _, said in OUTCOMES[:2]}
    assert told == {"it went over a time limit"}
