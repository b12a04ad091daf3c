"""A week of one person."""

from planner.spans import length, merged

MINUTES = 7 * 24 * 60


class Week:
    def __init__(self):
        self._taken = []

    def book(self, start, end):
        """Takes the time from `start` to before `end`. Raises ValueError outside of the week."""
        if not 0 <= start < end <= MINUTES:
            raise ValueError(f"no span of a week: {start} to {end}")
        self._taken.append((start, end))

    def free(self, at_least=1):
        """Free spans of at least so many minutes, in order."""
        found, free_from = [], 0
        for start, end in [*merged(self._taken), (MINUTES, MINUTES)]:
            if start - free_from >= at_least:
                found.append((free_from, start))
            free_from = end
        return found

    def load(self):
        """The share of the week that is taken, from 0 to 1."""
        return length(self._taken) / MINUTES
