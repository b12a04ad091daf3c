"""The executable unit: everything a sandbox needs for one program, and the key that makes equal work run once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.benchmark import Limits
from scoring.canonical import digest

# Part of every case key. Raise it when a change in runners or extraction can change an Outcome or a Verdict.
SCORER_VERSION = "5"


@dataclass(frozen=True)
class Case:
    """One program to run in a sandbox of `runtime`.

    `runner` names the mode of the in-container runner (`python-io`, `python-tests`; see sandboxes/README.md),
    `program` is the candidate's code and `payload` what that runner needs besides: for `python-io`
    `{"entry_point": str, "calls": [{name: value} | [value, ...], ...] | the text of such a Python list, "count": how many}`
    (`python-io-mera` alike), for `python-tests`
    `{"prompt": str, "setup": str, "tests": str, "entry_point": str | None, "judge": str}` (scoring.tasks.judging); those of
    texts and of LLM judges are told by their kinds. Expected
    values of `python-io` are never in here.
    `expected_digest` stands for what the outcome is compared with, so that changed tests change the key.
    """

    runtime: str
    runner: str
    program: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = Limits()
    environment: str | None = None
    expected_digest: str = ""

    def key(self, image_key: str) -> str:
        """SHA-256 over answer, tests, limits, scorer version and the image's content key; over nothing else."""
        return digest({"scorer": SCORER_VERSION, "image": image_key, "case": self.as_json()})

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads. Shares the payload, since copying it would cost a case more than sending it."""
        return {**vars(self), "limits": dict(vars(self.limits))}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Case":
        return cls(**{**value, "limits": Limits(**value["limits"])})
