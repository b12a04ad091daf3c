"""How long a job will still take, by the pace of its newest outcomes. Pure: the time is given."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

STANDSTILL_SECONDS = 60.0  # shorter pauses may be one slow case
STANDSTILL_TIMES = 10  # as long as the middle pause of the job


@dataclass(frozen=True)
class Pace:
    """What is known of a running job: `ends` are the times of its newest outcomes, `open_cases` are without one."""

    began: float
    ends: Sequence[float]
    open_cases: int


def seconds_left(pace: Pace) -> int | None:
    """None without an outcome. The pace is the mean pause between outcomes, in whatever number they ran side by side.

    A pause that is far longer than the others is no part of it: the service was stopped then, or nobody took the job.
    One case that takes so much longer than all others is taken for such a pause, and the estimate is too short by it.

    >>> seconds_left(Pace(began=100.0, ends=[102.0, 104.0, 106.0], open_cases=10))
    20
    >>> seconds_left(Pace(began=100.0, ends=[102.0, 104.0, 904.0, 906.0], open_cases=10))
    20
    """
    if not pace.ends or not pace.open_cases:
        return None
    ends = sorted(pace.ends)
    pauses = [max(0.0, later - sooner) for sooner, later in zip([pace.began, *ends], ends, strict=False)]
    longest = max(STANDSTILL_SECONDS, STANDSTILL_TIMES * statistics.median_low(pauses))
    return math.ceil(statistics.fmean(pause for pause in pauses if pause <= longest) * pace.open_cases)
