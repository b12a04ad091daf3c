"""Lines on tests that nobody can rely on."""

from collections.abc import Iterator, Mapping, Sequence

from cli.render.text import plain
from scoring.counting import counted

SHOWN = 20  # a suite that leans on the clock may have hundreds
MEND = ("mend the test, or have it left out: `test: {args: ...}` in environments.yaml, --args when it is proposed; "
        "pytest takes --deselect ID")


def unstable_lines(environments: Mapping[str, Mapping[str, Sequence[int]]]) -> Iterator[str]:
    """A line for each test that no answer has to pass, `{ENVIRONMENT: {TEST: [PASSED, RUNS]}}`, and what to do about them."""
    for name, tests in environments.items():
        for test, (passed, runs) in list(tests.items())[:SHOWN]:
            yield f"unstable: {plain(test)} of {name} passed {passed} of {runs} times, and no answer has to pass it"
        if len(tests) > SHOWN:
            yield f"unstable: {counted(len(tests) - SHOWN, 'more test')} of {name} (--json lists all)"
    if any(environments.values()):
        yield f"  mend: {MEND}"
