"""The value of a metric, with what it takes to trust it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class MetricValue:
    """`value` on 0..1 over `n` scored samples; None with a `reason` where it is not defined.

    `low` and `high` are set when samples are UNSCORED: the value if all of them failed, and if all of them passed.
    `scale` names the scale on which the field gives this metric, where that is not 0..1; `signature` says which variant
    of a metric with many this is.
    """

    value: float | None
    n: int
    stderr: float | None = None
    ci95: tuple[float, float] | None = None
    reason: str | None = None
    low: float | None = None
    high: float | None = None
    scale: str | None = None
    signature: str | None = None

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "value": self.value, "n": self.n, "stderr": self.stderr,
            "ci95": list(self.ci95) if self.ci95 else None, "reason": self.reason,
        }
        found |= {name: said for name, said in (("scale", self.scale), ("signature", self.signature)) if said}
        if self.low is not None:
            found |= {"incomplete": True, "range": [self.low, self.high]}
        return found


@dataclass(frozen=True)
class SampleTally:
    """One sample: attempts that were scored, how many of them passed, and attempts that our side left UNSCORED.

    `scores` holds for each attempt, in order, what its verdict says besides (`Verdict.scores`). `lowest` and `highest`
    are the same with the scores of the worst and of the best answer in the place of UNSCORED attempts. `cluster` says with
    which others the sample hangs together; None: with none.
    """

    scored: int
    passed: int
    unscored: int = 0
    scores: tuple[Mapping[str, Any] | None, ...] = ()
    lowest: tuple[Mapping[str, Any] | None, ...] = ()
    highest: tuple[Mapping[str, Any] | None, ...] = ()
    cluster: str | None = None

    def knows(self, score: str) -> bool:
        """Whether this score is there for every attempt; that of an UNSCORED one may be, where it needed no outcome."""
        return not self.unscored or all(score in (scores or ()) for scores in self.scores)
