"""What people are shown of a run's log: what the room stored, made to tell them something. Only read, never written back."""

from dataclasses import replace

from scoring.outcome import Outcome
from scoring.verdict import WRONG_ANSWER

# What the Java room's side of the tests prints as it ends (sandboxes/java-maven/assay/Link.java).
NO_ANSWER_CAME = "the program has ended, or has sent too much, while the tests wait for its answer"


def log_of(verdict: str | None, outcome: Outcome) -> Outcome:
    """The outcome with the texts to show.

    1. That no answer came is news beside a wrong answer alone: any other verdict says what ended the program.
    2. A room that listens to its compiler prints nothing: what the compiler said is the log then, as far as the report kept it.
    """
    if verdict != WRONG_ANSWER and NO_ANSWER_CAME in outcome.stderr:
        kept = [line for line in outcome.stderr.splitlines(keepends=True) if line.strip() != NO_ANSWER_CAME]
        outcome = replace(outcome, stderr="".join(kept))
    report = outcome.report or {}
    if report.get("phase") != "compile" or outcome.stdout.strip() or outcome.stderr.strip():
        return outcome
    return replace(outcome, stderr=str((report.get("error") or {}).get("message") or ""))
