"""A small report.json with everything that a renderer must show: k of n attempts, an unscored sample, a null metric."""

from typing import Any

HOSTILE = "def f():\n    return '</script><img src=x onerror=alert(1)>'  # \u202e\u2066 \x1b[2J \x00 \udcff {{ 7*7 }}\n"


def report() -> dict[str, Any]:
    """Two tasks: `Loops` (2 samples x 3 attempts) and `Private` (2 samples, one of them unscored)."""
    return {
        "schema": "assay.report/1",
        "content": {
            "profile": "strict",
            "tasks": {
                "Loops": {
                    "samples": 2, "attempts": 3, "unscored": 0,
                    "metrics": {
                        "pass@1": _metric(0.5, 2, [0.188, 0.812]),
                        "pass@10": _metric(None, 2, None, "needs 10 attempts, the task declares 3"),
                    },
                    "passed_per_sample": {"Loops/10": 3, "Loops/9": 0},
                    "verdicts": {"PASSED": 3, "WRONG_ANSWER": 2, "TIME_LIMIT": 1},
                },
                "Private": {
                    "samples": 2, "attempts": 1, "unscored": 1,
                    "metrics": {"pass@1": {**_metric(1.0, 1, [0.207, 1.0]), "incomplete": True, "range": [0.5, 1.0]}},
                    "passed_per_sample": {"1": 1, "2": None},
                    "verdicts": {"PASSED": 1},
                },
            },
            "totals": {"total": {**_metric(0.75, 2, None), "incomplete": True, "range": [0.5, 0.75]}},
        },
        "measures": {"wall_seconds": 12.5, "peak_kib": None},
        "provenance": {
            "benchmark": {"name": "tiny", "version": "1.2.0"}, "content_sha256": "ab" * 32,
            "submission_metadata": {"model": "model-7b"}, "finished_at": 1_700_000_000.4,
        },
    }


def judged_by_another() -> dict[str, Any]:
    """The same, with `Loops` judged by another LLM than its benchmark asks for."""
    made = report()
    made["content"]["tasks"]["Loops"]["judge"] = {"asked_for": "judge-32b", "used": ["judge-7b"]}
    made["content"]["totals"]["other_judge"] = ["Loops"]
    return made


def verdict(**changes: Any) -> dict[str, Any]:
    """One row as `verdicts.jsonl` has it."""
    row = {
        "task": "Loops", "sample": "Loops/9", "attempt": 0, "verdict": "WRONG_ANSWER", "reason": "a test failed",
        "tests_passed": 1, "tests_total": 4, "answer": "return 1", "log": "AssertionError",
    }
    return {**row, **changes}


def _metric(value: float | None, n: int, ci95: list[float] | None, reason: str | None = None) -> dict[str, Any]:
    return {"value": value, "n": n, "stderr": None, "ci95": ci95, "reason": reason}
