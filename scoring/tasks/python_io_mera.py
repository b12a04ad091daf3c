"""Kind `python-io` under `mera-1`: the program, its run and its results as MERA Code's published scorer has them."""

from scoring.benchmark import Sample, Task
from scoring.canonical import digest
from scoring.case import Case
from scoring.extract.mera_functions import extract
from scoring.outcome import Outcome
from scoring.verdict import TIME_LIMIT, Verdict, limit_verdict

RUNNER = "python-io-mera"
TIMED_OUT = "timed out"  # what the scorer writes for a run that gave no results, whatever ended it


def case(task: Task, sample: Sample, reply: str, calls: int) -> Case:
    """The prompt and the extracted code as they are: without a line feed between them where neither has one."""
    return Case(
        runtime=task.runtime or "python", runner=RUNNER, program=sample.inputs["function"] + extract(reply),
        payload={"entry_point": sample.meta["entry_point"], "calls": sample.inputs["tests"], "count": calls},
        limits=task.limits, expected_digest=digest([sample.outputs, task.settings.get("tolerance")]),
    )


def limited(outcome: Outcome) -> Verdict | None:
    """The verdict over a run without results."""
    error = (outcome.report or {}).get("error") or {}
    if outcome.exit_code == 0 and error.get("type") == "TimedOut":
        return Verdict(TIME_LIMIT, "the program took more than four seconds")
    return limit_verdict(outcome)


def results(outcome: Outcome) -> list[str] | str:
    """One text per call, "None" for an exception and for None; `TIMED_OUT` for a run that gave none."""
    if limited(outcome) is not None:
        return TIMED_OUT
    return [result.get("str", "None") for result in outcome.report.get("results") or ()]
