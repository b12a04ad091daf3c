"""A log of pytest that ran in two rounds, for people: which round each part is.

The room runs the tests that notice a missing answer first, and the others only where these pass, in one process. So pytest says
twice what it collected, adds the first round's tests to the second's count, and its percentages start over.
"""

import re

from scoring.outcome import Outcome

FIRST = "[assay] first round: the tests that notice a missing answer"
SECOND = "[assay] second round: all others; pytest's counts and percentages go on from the first"
_COLLECTED = re.compile(r"^collected \d+ items?\b[^\n]*$", re.MULTILINE)


def with_rounds(outcome: Outcome) -> str:
    """What went to standard output, with a line before each round's tests where there were two rounds.

    Only read, never written back: a program may print such lines, and no verdict may hang on them.
    """
    places = [found.start() for found in _COLLECTED.finditer(outcome.stdout)]
    if len(places) < 2 or "statuses" not in (outcome.report or {}):
        return outcome.stdout
    first, last = places[0], places[-1]
    return f"{outcome.stdout[:first]}{FIRST}\n{outcome.stdout[first:last]}{SECOND}\n{outcome.stdout[last:]}"
