"""The log of two rounds of pytest says which part is which."""

from dataclasses import replace

from scoring.repository.rounds import FIRST, SECOND, with_rounds
from tests.scoring.repository.making import ran

HEAD = "==== test session starts ====\nrootdir: /repo\n"
ONE = "collected 14 items\n\ntests/test_spans.py .........   [ 60%]\ntests/test_week.py ....\n"
TWO = "collected 28 items\n\ntests/test_week.py .    [ 82%]\n\n==== 14 passed in 0.07s ====\n"


def test_a_line_stands_before_each_round():
    """An owner saw 60 %, 82 % and no 100 % in the log of an answer that passed, and took it for cut off."""
    assert with_rounds(replace(ran(), stdout=HEAD + ONE + TWO)) == f"{HEAD}{FIRST}\n{ONE}{SECOND}\n{TWO}"


def test_a_log_of_one_round_stays_as_it_is():
    assert with_rounds(replace(ran(), stdout=HEAD + ONE)) == HEAD + ONE


def test_a_program_that_is_no_repository_prints_what_it_likes():
    assert with_rounds(replace(ran(), report=None, stdout=ONE + TWO)) == ONE + TWO
