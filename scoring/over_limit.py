"""Which limit a program went over, with its value: whoever reads "over its limit" asks of how much."""

from dataclasses import replace

from scoring.case import Case
from scoring.outcome import Outcome
from scoring.verdict import MEMORY_LIMIT, OUTPUT_LIMIT, TIME_LIMIT, Verdict, stopped_verdict

_MEMORY_OF_ITS_OWN = frozenset({"text"})  # rooms whose limit of memory is not the task's
_COUNTS_FILES = frozenset({"repo"})  # runners where files over their limit are output as well


def with_limit(verdict: Verdict, case: Case, outcome: Outcome) -> Verdict:
    """The verdict of a program that a limit ended, with that limit in its reason; any other as it is, and so one for which its
    kind has words of its own."""
    stopped = stopped_verdict(outcome)
    if stopped is None or (verdict.name, verdict.reason) != (stopped.name, stopped.reason):
        return verdict
    return replace(verdict, reason=verdict.reason + _value(verdict.name, case, outcome))


def _value(name: str, case: Case, outcome: Outcome) -> str:
    limits = case.limits
    if name == TIME_LIMIT:
        return f" of {limits.cpu_seconds if outcome.timed_out == 'cpu' else limits.wall_seconds:g} s"
    if name == MEMORY_LIMIT and case.runtime not in _MEMORY_OF_ITS_OWN:
        return f" of {limits.memory_mib} MiB"
    if name == OUTPUT_LIMIT:
        files = f", {limits.tmp_mib} MiB of files" if case.runner in _COUNTS_FILES else ""
        return f" ({limits.output_kib} KiB{files})"
    return ""
