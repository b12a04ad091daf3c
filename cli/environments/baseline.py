"""What the untouched tree passes: its whole suite k times, and how often each test passed."""

import statistics
from collections.abc import Callable, Mapping
from typing import Any

from cli.environments.image import BuildFailed
from cli.environments.running import Rooms
from cli.environments.tools import TOOLS
from cli.environments.tools.missing import withheld_module
from cli.environments.unstable import passed_in
from cli.host import process
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.outcome import Outcome

MEND = "`build` in environments.yaml installs what tests need, `test: {args: ...}` chooses them; when proposed --build, --args"


def baseline_case(entry: Mapping[str, Any], texts: Mapping[str, str], limits: Limits) -> Case:
    """The case that runs everything and requires nothing. `entry` is of a lock, `texts` are the withheld files."""
    target = min(texts, default=None)
    return Case(
        runtime=TOOLS[entry["tool"]].runtime, runner="repo", program=texts[target] if target else "",
        environment=entry["key"], limits=limits,
        payload={
            "tool": entry["tool"], "test": entry["test"], "target": target,
            "files": {path: text for path, text in texts.items() if path != target},
            "patch": None, "remove": [], "first": [], "required": [], "full": True, "mode": "baseline",
        },
    )


def baseline(rooms: Rooms, case: Case, runs: int, each: Callable[[], None]) -> dict[str, dict[str, int]]:
    """`{TEST: {"passed", "runs", "ms"}}` for every test that passed at least once; `ms` is the median. `published` where a
    published rule would call it passed less often.

    Raises BuildFailed when a run has no end, or nothing passes: there is nothing then to judge an answer by.
    """
    outcomes = rooms.run_all([case] * runs, each)
    for outcome in outcomes:
        if outcome.report is None or outcome.report["phase"] != "done":
            raise _failed(case, outcome, f"the tests of the untouched tree do not end: {_why(outcome)}")
    found = {test: [outcome for outcome in outcomes if test in passed_in(outcome)] for test in
             sorted({test for outcome in outcomes for test in passed_in(outcome)})}
    if not found:
        raise _failed(case, outcomes[0], "no test of the untouched tree passes")
    return {test: {"passed": len(seen), "runs": runs, "ms": _median_ms(test, seen), **_published(test, seen)}
            for test, seen in found.items()}


def _failed(case: Case, outcome: Outcome, reason: str) -> BuildFailed:
    withheld = _withheld(case, outcome)
    return BuildFailed(withheld or reason, _said(outcome), mend=None if withheld else MEND)


def _published(test: str, outcomes: list[Outcome]) -> dict[str, int]:
    """How often a published rule would call it passed, where that is less often (sandboxes/README.md: `subtests`)."""
    others = sum(test in (outcome.report or {})["tests"].get("subtests", ()) for outcome in outcomes)
    return {"published": len(outcomes) - others} if others else {}


def _median_ms(test: str, outcomes: list[Outcome]) -> int:
    return int(statistics.median((outcome.report or {}).get("ms", {}).get(test, 0) for outcome in outcomes))


def _why(outcome: Outcome) -> str:
    if outcome.timed_out:
        return f"over the limit of {outcome.timed_out} time"
    if outcome.memory_exceeded or outcome.output_exceeded:
        return "over the limit of memory" if outcome.memory_exceeded else "over the limit of output or files"
    error = (outcome.report or {}).get("error")
    return f"{error['type']}: {error['message']}" if error else f"exit status {outcome.exit_code}, signal {outcome.signal}"


def _withheld(case: Case, outcome: Outcome) -> str | None:
    paths = [*case.payload["files"], *filter(None, [case.payload["target"]])]
    return withheld_module(f"{_why(outcome)}\n{outcome.stdout}\n{outcome.stderr}", paths)


def _said(outcome: Outcome) -> str:
    return process.tail(f"{outcome.stdout}\n{outcome.stderr}")
