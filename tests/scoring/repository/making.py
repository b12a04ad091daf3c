"""Small repository tasks and outcomes, as values."""

from typing import Any

from scoring.benchmark import Sample, Task
from scoring.outcome import Outcome

KEY = "ab" * 32
TOOLS = {"python": "pytest", "realcode": "pytest", "java": "maven", "realcodejava": "maven", "javatestgen": "maven",
         "go": "go", "c": "ctest", "cpp": "ctest", "yabloco": "make"}


def completion(left: str, gold: str, right: str, *, rule: str = "python", intent: str = "f", file: str = "src/m.py",
               stable: tuple[str, ...] = ("t::a", "t::b"), flaky: tuple[str, ...] = (), built: bool = True,
               **meta: Any) -> Task:
    """One sample of kind `repo-completion` whose environment was built from left + gold + right."""
    sample = Sample("1", meta={"id": 1, "environment": "env", "file": file, "intent": intent, "gt": gold,
                               "left_context": left, "right_context": right, **meta})
    return task_of(sample, rule=rule, stable=stable, flaky=flaky, built=built,
                   withheld={file: left + gold + right, "src/other.py": "OTHER = 1\n"})


def task_of(sample: Sample, *, kind: str = "repo-completion", rule: str = "python", stable: tuple[str, ...] = ("t::a", "t::b"),
            flaky: tuple[str, ...] = (), built: bool = True, withheld: dict[str, str] | None = None, **proof: Any) -> Task:
    baseline = {test: {"passed": 5, "runs": 5, "ms": 1} for test in stable} | {
        test: {"passed": 3, "runs": 5, "ms": 1} for test in flaky}
    lock = {"environments": {"env": {"key": KEY, "baseline": baseline, "withheld": withheld or {}}},
            "samples": {"T": {"1": {"gold": [5, 5], "stub": [0, 5], "first": ["t::a"], "quarantined": None, **proof}}}}
    return Task("T", kind, (sample,), runtime="repo-python", metrics=("pass@1",), settings={
        "rule": rule, "environments": {"env": {"tool": TOOLS[rule], "test": {"args": ["tests"]}}},
        **({"lock": lock} if built else {})})


def ran(passed: tuple[str, ...] = (), failed: tuple[str, ...] = (), *, phase: str = "done", first: int | None = 0,
        rest: int | None = 0, build: int | None = None, doubled: tuple[str, ...] = (), exit_code: int | None = 0,
        **more: Any) -> Outcome:
    """A run whose room reported these tests. What is not said is as in a run without any fault."""
    report = {"phase": phase, "error": None, "results": [], "ran": len(passed) + len(failed), "stopped": False, "flags": [],
              "tests": {"passed": list(passed), "failed": list(failed), "skipped": [], "doubled": list(doubled)},
              "statuses": {"build": build, "first": first, "rest": rest}, "compiled": True, **more}
    return Outcome(exit_code=exit_code, report=report)
