"""The facts that a line tells about the making of its answer."""

from typing import Any

from scoring.canonical import readable

TEXTS = ("finish_reason", "error", "prompt_id")
NUMBERS = ("prompt_tokens", "completion_tokens", "cost_usd", "latency_ms")
LONGEST = 1_000  # characters of a text; facts are shown, never scored


def facts_of(row: dict[str, Any]) -> dict[str, str | int | float]:
    """The known facts of a line that have a usable value; they never decide a score, so others are left out."""
    texts = {name: readable(str(row[name]))[:LONGEST] for name in TEXTS if isinstance(row.get(name), str | int)}
    numbers = {name: row[name] for name in NUMBERS if _is_measure(row.get(name))}
    return texts | numbers


def _is_measure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e15
