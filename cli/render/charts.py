"""Where things stand in the charts: fractions of the drawing's width, so that one drawing fits a phone and a desk."""

from collections.abc import Sequence
from dataclasses import dataclass

from cli.render.view import Metric, SampleBar

MAX_COLUMNS = 500  # more columns than a screen shows as separate lines only make the file bigger
MAX_BINS = 13


@dataclass(frozen=True)
class Dot:
    """A metric on the axis 0..1: the dot, its 95 % interval (whisker), what unscored attempts leave open (band)."""

    at: float | None
    whisker: tuple[float, float] | None
    band: tuple[float, float] | None


@dataclass(frozen=True)
class Column:
    """One column of the strip of samples: `level` is the share of passes (None: unscored), `label` its tooltip."""

    x: float
    width: float
    level: float | None
    label: str


@dataclass(frozen=True)
class Bin:
    """One bar of the histogram: how many samples had `label` passes; `height` is 0..1 of the tallest."""

    x: float
    width: float
    height: float
    count: int
    label: str


def dot_of(metric: Metric) -> Dot:
    """Places a metric; a metric without value has no dot, a value off the axis stands at its end."""
    whisker = (_clamp(metric.low), _clamp(metric.high)) if None not in (metric.low, metric.high) else None
    band = (_clamp(metric.range[0]), _clamp(metric.range[1])) if metric.range else None
    return Dot(None if metric.value is None else _clamp(metric.value), whisker, band)


def strip_of(bars: Sequence[SampleBar], attempts: int) -> tuple[Column, ...]:
    """The samples side by side in the order of their ids; neighbours share a column where there are too many."""
    count = min(len(bars), MAX_COLUMNS)
    groups = [bars[len(bars) * i // count : len(bars) * (i + 1) // count] for i in range(count)]
    return tuple(_column(group, attempts, i / count, 1 / count) for i, group in enumerate(groups))


def histogram_of(bars: Sequence[SampleBar], attempts: int) -> tuple[Bin, ...]:
    """How many samples had 0, 1, ... `attempts` passes; neighbouring counts share a bin where attempts are many."""
    passes = [bar.passes for bar in bars if bar.passes is not None]
    count = min(attempts + 1, MAX_BINS)
    edges = [(attempts + 1) * i // count for i in range(count + 1)]
    counts = [sum(low <= value < high for value in passes) for low, high in zip(edges, edges[1:], strict=False)]
    tallest = max(counts, default=0) or 1
    return tuple(
        Bin(i / count, 1 / count, counts[i] / tallest, counts[i], _span(edges[i], edges[i + 1] - 1))
        for i in range(count)
    )


def _column(group: Sequence[SampleBar], attempts: int, x: float, width: float) -> Column:
    scored = [bar.passes for bar in group if bar.passes is not None]
    level = sum(scored) / (len(scored) * attempts) if scored and attempts else None
    name = group[0].id if len(group) == 1 else f"{group[0].id} to {group[-1].id}"
    said = "unscored" if level is None else f"{sum(scored)} of {len(scored) * attempts} passed"
    return Column(x, width, level, f"{name}: {said}")


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))
