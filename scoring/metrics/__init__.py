"""The table of metrics. A new metric is one file in the shape of its siblings and one line here.

A metric's name in a pack may end in `@K`; the entry here is the part before it.
"""

import re
from collections.abc import Callable, Sequence

from scoring.metrics import bleu, chrf, codebleu, compile_at_k, exact_match, judge_at_k, pass_at_k
from scoring.metrics.values import MetricValue, SampleTally

Measure = Callable[[Sequence[SampleTally], int, int], MetricValue]  # samples, declared attempts, k

METRICS: dict[str, Measure] = {
    "pass": pass_at_k.measure,
    "compile": compile_at_k.measure,
    "exact_match": exact_match.measure,
    "chrf": chrf.measure,
    "bleu": bleu.measure,
    "codebleu": codebleu.measure,
    "judge": judge_at_k.measure,
}
NEEDS_K = frozenset({"pass", "compile", "judge"})
_NAME = re.compile(r"(?P<base>[a-z_]+)(?:@(?P<k>[1-9]\d{0,3}))?")


def fault_of(name: str) -> str | None:
    """What is wrong with a metric's name; None when there is such a metric."""
    match = _NAME.fullmatch(name)
    if match is None or match["base"] not in METRICS:
        known = ", ".join(f"{base}@K" if base in NEEDS_K else base for base in METRICS)
        return f"there is no metric {name!r}; known are {known}"
    if (match["base"] in NEEDS_K) != (match["k"] is not None):
        base = match["base"]
        return f"metric {name!r}: {base} needs a number of attempts, {base}@1" if base in NEEDS_K else (
            f"metric {name!r}: {base} takes no number")
    return None


def measure(name: str, samples: Sequence[SampleTally], attempts: int) -> MetricValue:
    """The metric `name` of a pack over a task's samples. Raises ValueError for a name that `fault_of` refuses."""
    if fault := fault_of(name):
        raise ValueError(fault)
    match = _NAME.fullmatch(name)
    return METRICS[match["base"]](samples, attempts, int(match["k"] or 1))
