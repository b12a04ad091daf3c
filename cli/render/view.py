"""A report as the values that pages and tables show: sorted, counted, named, and still without any markup.

Both renderers read a report only through here, so that they cannot disagree on what it says.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cli.render.words import Words, known
from scoring.verdict import PASSED, SCORED, UNSCORED, VERDICTS

ALIKE = 1e-9  # what rounding leaves between equal numbers


@dataclass(frozen=True)
class Share:
    """How many attempts ended with one verdict. `start` and `part` are fractions of the whole, for stacked bars."""

    verdict: str
    words: Words
    count: int
    start: float
    part: float


@dataclass(frozen=True)
class Metric:
    """One value on 0..1. `low..high` is its 95 % interval; `range` what unscored attempts leave open, else None."""

    name: str
    value: float | None
    n: int | None
    low: float | None
    high: float | None
    reason: str | None
    range: tuple[float, float] | None
    scale: str | None

    @property
    def incomplete(self) -> bool:
        return self.range is not None

    @property
    def interval(self) -> str:
        """Empty where there is none. Resampling what is all alike gives an interval without width, which would claim a
        certainty that two samples do not give."""
        if self.low is None or self.high is None:
            return ""
        return "samples all alike" if self.high - self.low < ALIKE else f"{number(self.low)} – {number(self.high)}"


@dataclass(frozen=True)
class SampleBar:
    """One sample: `passes` of the task's attempts, or None where our infrastructure left it unscored."""

    id: str
    passes: int | None


@dataclass(frozen=True)
class TaskView:
    """`bars` are empty for answers that are neither right nor wrong: their passes would read as if all had failed.
    `weak`: passes whose tests ran in the answer's own process, where a hostile answer can forge them."""

    name: str
    samples: int
    attempts: int
    metrics: tuple[Metric, ...]
    shares: tuple[Share, ...]
    unscored: int
    bars: tuple[SampleBar, ...]
    weak: int = 0
    quarantined: tuple[tuple[str, str], ...] = ()  # samples that are out of the benchmark, with the reason
    flagged: tuple[tuple[str, str], ...] = ()  # samples with an answer that tampered with its tests, and how

    @property
    def total(self) -> int:
        """Attempts in all, with the unscored ones."""
        return sum(share.count for share in self.shares)


@dataclass(frozen=True)
class ReportView:
    """`total` is None when the report gives no total; `missing` are the tasks that a total would need. `groups` are the
    totals of groups of tasks, each under the name of its group. `other_judges` has a sentence for each task that another
    LLM judged than the benchmark asks for. `why_unscored` are the reasons of unscored attempts, each with how many have it, the
    most frequent first; empty for reports that were made before reasons were counted."""

    benchmark: str
    profile: str
    model: str
    total: Metric | None
    partial: float | None
    missing: tuple[str, ...]
    other_judges: tuple[str, ...]
    tasks: tuple[TaskView, ...]
    shares: tuple[Share, ...]
    measures: tuple[tuple[str, str], ...]
    provenance: tuple[tuple[str, str], ...]
    groups: tuple[Metric, ...] = ()
    why_unscored: tuple[tuple[str, int], ...] = ()

    @property
    def attempts(self) -> int:
        return sum(task.total for task in self.tasks)

    @property
    def samples(self) -> int:
        return sum(task.samples for task in self.tasks)

    @property
    def unscored(self) -> int:
        return sum(task.unscored for task in self.tasks)

    def count(self, verdict: str) -> int:
        return sum(share.count for share in self.shares if share.verdict == verdict)

    @property
    def judged(self) -> int:
        """Attempts that are right or wrong: neither left unscored by us nor worth a value in between."""
        return self.attempts - self.unscored - self.count(SCORED)

    @property
    def passed(self) -> int:
        return self.count(PASSED)


def view_of(report: Mapping[str, Any]) -> ReportView:
    """The view of a report.json document. Raises KeyError where the document lacks what every report has."""
    content, provenance = report["content"], report.get("provenance", {})
    tasks = tuple(_task(name, content["tasks"][name]) for name in sorted(content["tasks"], key=natural))
    totals, measures = content.get("totals") or {}, dict(report.get("measures", {}))
    reasons = measures.pop("unscored_reasons", {})
    return ReportView(
        benchmark=_benchmark_name(provenance),
        profile=str(content.get("profile", "")),
        model=model_name(provenance),
        total=metric_of("total", totals["total"]) if isinstance(totals.get("total"), Mapping) else None,
        partial=totals.get("partial"),
        missing=tuple(totals.get("missing", ())),
        other_judges=tuple(_other_judge(name, content["tasks"][name]["judge"]) for name in totals.get("other_judge", ())),
        tasks=tasks,
        shares=shares_of(_sum_of(task.shares for task in tasks)),
        measures=tuple(flat(measures)),
        provenance=tuple(flat(provenance)),
        groups=tuple(metric_of(name, group["total"]) for name, group in sorted(totals.get("groups", {}).items())),
        why_unscored=tuple(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def metric_of(name: str, value: Mapping[str, Any]) -> Metric:
    """A metric of report.json (`{value, n, stderr, ci95, reason}`; `range` when incomplete)."""
    low, high = value.get("ci95") or (None, None)
    span = value.get("range")
    return Metric(
        name, value.get("value"), value.get("n"), low, high, value.get("reason"),
        (span[0], span[1]) if span else None, value.get("scale"),
    )


def shares_of(counts: Mapping[str, int]) -> tuple[Share, ...]:
    """The non-zero counts in the fixed order of verdicts, each with its place on a bar from 0 to 1."""
    order = [*VERDICTS, *sorted(set(counts) - set(VERDICTS))]
    whole = sum(counts.values()) or 1
    shares, start = [], 0
    for name in order:
        if count := counts.get(name, 0):
            shares.append(Share(name, known(name), count, start / whole, count / whole))
            start += count
    return tuple(shares)


def natural(text: str) -> list[tuple[int, int, str]]:
    """A sort key that puts `HumanEval/9` before `HumanEval/10`.

    Digits compare by length, then as text: an id of 10,000 digits must not become a number.
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(0, len(part.lstrip("0")), part.lstrip("0")) if part[0] in "0123456789" else (1, 0, part) for part in parts]


def flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Nested JSON as (dotted path, text) rows, in the order of the document.

    >>> list(flat({"images": {"python": "ab"}, "cached": 3}))
    [('images.python', 'ab'), ('cached', '3')]
    """
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        for index, inner in enumerate(value):
            yield from flat(inner, f"{path}.{index}")
    elif path:
        yield path, moment(value) if path.endswith("_at") and isinstance(value, int | float) else scalar(value)


def scalar(value: Any) -> str:
    """A JSON leaf for people: null is a dash, because an unreadable measure is unknown, not zero."""
    if value is None or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(scalar(item) for item in value) or "–"
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def moment(seconds: float) -> str:
    """Seconds since the epoch as a date and time in UTC.

    >>> moment(1_700_000_000.4)
    '2023-11-14 22:13:20 UTC'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def number(value: float | None) -> str:
    """A value on 0..1 with three digits, which is what published tables give."""
    return "–" if value is None else f"{value:.3f}"


def _task(name: str, task: Mapping[str, Any]) -> TaskView:
    counts = {verdict: count for verdict, count in task["verdicts"].items() if verdict != UNSCORED}
    unscored = task.get("unscored", 0)
    passes, without = task.get("passed_per_sample", {}), frozenset(task.get("unscored_samples", ()))
    return TaskView(
        name=name,
        samples=task["samples"],
        attempts=task["attempts"],
        metrics=tuple(metric_of(metric, task["metrics"][metric]) for metric in sorted(task["metrics"], key=natural)),
        shares=shares_of({**counts, UNSCORED: unscored}),
        unscored=unscored,
        bars=() if counts.get(SCORED) else tuple(
            SampleBar(sample, None if sample in without else passes[sample]) for sample in sorted(passes, key=natural)),
        weak=task.get("weak_guarantee", 0),
        quarantined=tuple(sorted(task.get("quarantined", {}).items())),
        flagged=tuple((sample, "; ".join(flags)) for sample, flags in sorted(task.get("flagged", {}).items())),
    )


def _other_judge(name: str, judge: Mapping[str, Any]) -> str:
    return f"{name} was judged by {' and '.join(judge['used'])}; the benchmark asks for {judge['asked_for']}"


def _sum_of(parts) -> dict[str, int]:
    totals: dict[str, int] = {}
    for shares in parts:
        for share in shares:
            totals[share.verdict] = totals.get(share.verdict, 0) + share.count
    return totals


def _benchmark_name(provenance: Mapping[str, Any]) -> str:
    benchmark = provenance.get("benchmark", {})
    return " ".join(str(benchmark[key]) for key in ("name", "version") if key in benchmark)


def model_name(provenance: Mapping[str, Any]) -> str:
    """The `model` that the submitter named in the metadata, whatever JSON value it is."""
    return str((provenance.get("submission_metadata") or {}).get("model") or "")
