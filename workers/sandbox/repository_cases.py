"""Cases of a room's self-test that are a whole small repository, runner `repo`.

`case.toml` then has `tool`, `test` (its options), `target` (the file that `program.*` becomes), `required`, and optionally
`first`, `full`, `mode`, `patch` and a table `[files]` of path and text. Files below `tree/` beside it are added to those.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring import verdict
from scoring.outcome import Outcome

RUNNER = "repo"
_PASSED_ON = ("tool", "test", "target", "full", "mode", "patch", "test_patch", "only", "retries", "remove")


def payload(folder: Path, described: dict[str, Any]) -> dict[str, Any]:
    """The case's payload, by what is described and what lies in the folder."""
    tree = folder / "tree"
    own = {path.relative_to(tree).as_posix(): path.read_text("utf-8") for path in sorted(tree.rglob("*")) if path.is_file()}
    return {
        **{name: described[name] for name in _PASSED_ON if name in described},
        "files": {**described.get("files", {}), **own},
        "first": described.get("first", []), "required": described.get("required", []),
    }


def verdict_of(outcome: Outcome, required: Sequence[str]) -> str:
    """`strict`'s verdict: nothing may be flagged, and every required test must have passed in a run that is complete."""
    report = outcome.report or {}
    if report.get("flags"):
        return verdict.WRONG_ANSWER
    if (limited := verdict.limit_verdict(outcome)) is not None:
        return limited.name
    tests = report["tests"]
    passed = set(tests["passed"]) - set(tests["failed"]) - set(tests["doubled"])
    whole = required and report["ran"] > 0 and not report["stopped"]
    return verdict.PASSED if whole and set(required) <= passed else verdict.WRONG_ANSWER
