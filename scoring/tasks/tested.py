"""What the kinds share whose answers are judged by test code: a sample's form, its gold, and the verdict."""

from scoring.benchmark import Sample, Task
from scoring.outcome import Outcome
from scoring.tasks.kind import lacking, misspelt_fields
from scoring.verdict import PASSED, RUNTIME_ERROR, WRONG_ANSWER, Verdict, limit_verdict


def lacking_or_misspelt(task: Task) -> list[str]:
    """A sentence for each field that is needed and not there, and for each that looks misspelt."""
    return lacking(task, "inputs", "inputs", ("prompt", "tests")) + misspelt_fields(
        task, inputs=("prompt", "tests", "setup", "entry_point"), outputs=("solution",))


def faults_of(sample: Sample) -> list[str]:
    """What is wrong with a sample that has the texts `prompt` and `tests`, one sentence each."""
    found = [f"inputs.{name} is no text" for name in ("setup", "entry_point")
             if not isinstance(sample.inputs.get(name), str | None)]
    if not sample.inputs["tests"].strip():
        found.append("inputs.tests are empty, so any answer would pass")
    if not isinstance(gold_of(sample), str | None):
        found.append("outputs.solution is no text")
    return found


def gold_of(sample: Sample) -> str | None:
    return sample.outputs.get("solution") if isinstance(sample.outputs, dict) else None


def verdict_of(outcome: Outcome) -> Verdict:
    """Passed if the tests came to their end. An assertion that failed is a wrong answer if the tests' own report says so, and
    whoever ran them lived to end by itself.
    """
    limited = limit_verdict(outcome)
    if limited is None:
        return Verdict(PASSED)
    report = outcome.report
    if limited.name == RUNTIME_ERROR and report and report.get("phase") == "run" and outcome.exit_code == 0:
        if (report.get("error") or {}).get("type") == "AssertionError":
            return Verdict(WRONG_ANSWER, "an assertion of the tests failed")
    return limited
