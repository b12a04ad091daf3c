"""How long a job will still take, by the pace of its newest outcomes. Pure: the time is given."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

STANDSTILL_SECONDS = 60.0  # shorter pauses may be one slow case
STANDSTILL_TIMES = 10  # as long as the middle pause of the job
PATIENCE_SECONDS = 5.0  # an outcome may come so late by chance alone


@dataclass(frozen=True)
class Pace:
    """What is known at `now` of a running job: `ends` are the times of its newest outcomes, `open_cases` are without one."""

    began: float
    ends: Sequence[float]
    open_cases: int
    now: float


def seconds_left(pace: Pace) -> int | None:
    """None without an outcome. The pace is the mean pause between outcomes, in whatever number they ran side by side.

    A pause that is far longer than the others is no part of it: the service was stopped then, or nobody took the job.
    One case that takes so much longer than all others is taken for such a pause, and the estimate is too short by it.

    None as well while the next outcome is overdue, for then what runs is unlike what ended: no outcome for longer than all
    that is left was to take, or than between any two before.

    >>> seconds_left(Pace(began=100.0, ends=[102.0, 104.0, 106.0], open_cases=10, now=107.0))
    20
    >>> seconds_left(Pace(began=100.0, ends=[102.0, 104.0, 904.0, 906.0], open_cases=10, now=907.0))
    20
    >>> seconds_left(Pace(began=100.0, ends=[102.0, 104.0, 106.0], open_cases=1, now=114.0)) is None
    True
    """
    if not pace.ends or not pace.open_cases:
        return None
    ends = sorted(pace.ends)
    pauses = [max(0.0, later - sooner) for sooner, later in zip([pace.began, *ends], ends, strict=False)]
    longest = max(STANDSTILL_SECONDS, STANDSTILL_TIMES * statistics.median_low(pauses))
    usual = [pause for pause in pauses if pause <= longest]
    left = math.ceil(statistics.fmean(usual) * pace.open_cases)
    return None if pace.now - ends[-1] > max(PATIENCE_SECONDS, min(left, max(usual))) else left
