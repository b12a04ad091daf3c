"""The part of a run's log that tells why it failed, short enough to stand below a line on the terminal.

For the owner of a pack only: it may quote hidden tests.
"""

from collections.abc import Mapping
from typing import Any

from cli.render.text import plain
from scoring.complaint import complaint_at
from scoring.outcome import Outcome

LINES = 12
WIDTH = 200  # characters of a line
NAMED = 5  # failed tests


def excerpt(outcome: Outcome | None) -> str:
    """Lines without blank ones, at most `LINES`: a compiler's text from its first complaint on; of a run its error and failed
    tests, then the end of its log. Empty where the run said nothing."""
    if outcome is None:
        return ""
    report = outcome.report or {}
    error = report.get("error") or {}
    if report.get("phase") == "compile":
        return _joined(_from_complaint(str(error.get("message") or outcome.stderr or outcome.stdout)))
    head = [*_named(error), *_failed(report)]
    log = _lines(outcome.stderr) or _lines(outcome.stdout)
    return _joined(head + log[-(LINES - len(head)):])


def excerpt_beside(reason: str, outcome: Outcome | None) -> str:
    """The excerpt without the lines at its head that the reason, which stands above it, has just said."""
    lines, said = excerpt(outcome).splitlines(), f": {plain(reason)}"
    told = next((at for at, line in enumerate(lines) if f": {line.strip().rstrip('…')}" not in said), len(lines))
    return "\n".join(lines[told:])


def indented(text: str) -> str:
    """The lines of an excerpt as they stand below a line of output; empty for an empty one."""
    return "".join(f"\n    | {line}" for line in text.splitlines())


def _from_complaint(said: str) -> list[str]:
    lines = _lines(said)
    at = complaint_at(lines) or 0
    return lines[at:at + LINES]


def _named(error: Mapping[str, Any]) -> list[str]:
    kind, message, line = (error.get(name) for name in ("type", "message", "line"))
    if not message and kind in (None, "", "AssertionError"):  # the reason says as much
        return []
    said = ": ".join(str(part) for part in (kind, message) if part)
    return [said + (f" (line {line})" if type(line) is int else "")]


def _failed(report: Mapping[str, Any]) -> list[str]:
    names = [str(name) for name in (report.get("tests") or {}).get("failed") or ()]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return [f"failed: {', '.join(names[:NAMED])}{more}"] if names else []


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _joined(lines: list[str]) -> str:
    shown = (plain(line) for line in lines)
    return "\n".join(line if len(line) <= WIDTH else line[:WIDTH - 1] + "…" for line in shown)
