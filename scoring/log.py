"""What people are shown of a run's log: what the room stored, made to tell them something. Only read, never written back."""

from dataclasses import replace

from scoring.outcome import Outcome


def log_of(outcome: Outcome) -> Outcome:
    """The outcome with the texts to show.

    A room that listens to its compiler prints nothing: what the compiler said is the log then, as far as the report kept it.
    """
    report = outcome.report or {}
    if report.get("phase") != "compile" or outcome.stdout.strip() or outcome.stderr.strip():
        return outcome
    return replace(outcome, stderr=str((report.get("error") or {}).get("message") or ""))
