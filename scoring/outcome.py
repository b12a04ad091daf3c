"""What happened to a case in its sandbox: facts only, no judgement."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

WEAK = "weak"


@dataclass(frozen=True)
class Outcome:
    """Facts of one run. Times are whole milliseconds, memory KiB; a measure that could not be read is None, never 0. What ran
    together (`scoring.together`) has equal shares of the time, and the peak of all.

    `report` is what the in-container runner reported with the case's one-time secret, so that printed lines are no
    evidence; None means that no proven report came. Its shape: `{"phase": "compile" | "run" | "done",
    "error": {"type": str, "message": str, "line": int | None} | None, "results": [...] }`, where `results` (runner
    `python-io`) holds one `{"type": str, "str": str, "repr": str} | {"error": str}` per call. A judge's has one
    `{"answer": str, ...}` per comment, and beside them its `model` and its `usage`.
    A report of tests that ran in the program's own process has `"guarantee": "weak"`: a hostile program could forge it.
    `peak_from` says what `peak_kib` covers: "cgroup" all processes and files, "rusage" the largest process.
    `timed_out` is "cpu", "wall" or None; `stdout` and `stderr` are tails that end with a truncation mark when cut.
    """

    exit_code: int | None = None
    signal: int | None = None
    timed_out: str | None = None
    memory_exceeded: bool = False
    output_exceeded: bool = False
    cpu_ms: int | None = None
    wall_ms: int | None = None
    peak_kib: int | None = None
    peak_from: str | None = None
    stdout: str = ""
    stderr: str = ""
    report: Mapping[str, Any] | None = None

    @property
    def is_repeatable(self) -> bool:
        """A wall-clock timeout depends on the machine's load, so it is never reused for another job."""
        return self.timed_out != "wall"

    @property
    def is_weak(self) -> bool:
        """Whether a hostile program could have forged the report."""
        return self.report is not None and self.report.get("guarantee") == WEAK

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Outcome":
        return cls(**value)
