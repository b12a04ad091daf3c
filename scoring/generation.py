"""What a submission says: generations, and the problems found while reading them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Generation:
    """One model output for a sample. `output` is text, a JSON value (tasks with `answer: json`) or None (nothing came).

    `executed` holds results that the submitter's machine computed (MERA's ruHumanEval files carry these instead of
    code): a tuple with one string per test, or the string "timed out". Where the logs hold the reply, that is the `output`
    and the results move to `reported`: shown, never scored.
    """

    task: str
    sample_id: str
    attempt: int
    output: Any = None
    executed: tuple[str, ...] | str | None = None
    reported: tuple[str, ...] | str | None = None
    file: str = ""
    row: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)  # finish_reason, error, prompt_id, *_tokens, cost_usd, latency_ms


@dataclass(frozen=True)
class Problem:
    """One fault of a submission's content. `severity` is "error" (the job is REJECTED) or "warning" (it is scored)."""

    severity: str
    file: str
    code: str
    message: str
    mend: str
    sample: str | None = None
    row: int | None = None
    task: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "severity": self.severity, "file": self.file, "task": self.task, "sample": self.sample, "row": self.row,
            "code": self.code, "message": self.message, "mend": self.mend,
        }
