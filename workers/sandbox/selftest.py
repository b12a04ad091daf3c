"""A room's self-test, and the form of its cases: one folder per case with `case.toml` and `program.py` (or `.cpp`, ...).

`case.toml`: `verdict` (expected), `why`, and optionally `runner` ("python-tests"), `prompt` (the part of the program that
the judge may trust), `setup`, `tests`, `judge` (where the tests run: scoring.tasks.judging), `entry_point`, `calls` and
`expected` (for "python-io": the `repr` of each result), `program_json` (the program as a JSON string, for text that no file
can hold), `above` and `declaration` (for "program-tests"), a table named like a way to run the tests with the `verdict` that
differs there, and a table `limits` with what differs from the defaults here. Those of a repository: repository_cases.py. A
file `all.toml` beside the folders holds what all of them have in common.
"""

import json
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from adapters.settings import ROOT
from scoring import verdict
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.outcome import Outcome
from scoring.tasks import judging, python_tests, tested
from workers.sandbox import repository_cases
from workers.sandbox.contract import Sandbox

# Small, because a self-test should take seconds; wall time stays lax for a loaded machine.
LIMITS = {
    "cpu_seconds": 1.0, "wall_seconds": 20.0, "memory_mib": 128, "output_kib": 256, "processes": 32, "tmp_mib": 16,
}


@dataclass(frozen=True)
class RoomCase:
    """A case with the verdict that a sound room leads to."""

    name: str
    case: Case
    verdict: str
    expected: tuple[str, ...] = ()

    def judge(self, outcome: Outcome) -> str:
        """The verdict over an outcome, by the rules that all kinds share and the least that a kind adds to them."""
        if self.case.runner == repository_cases.RUNNER:
            return repository_cases.verdict_of(outcome, self.case.payload["required"])
        found = tested.verdict_of(outcome).name
        if found != verdict.PASSED:
            return found
        shown = tuple(result.get("repr", result.get("error")) for result in outcome.report.get("results", ()))
        return verdict.PASSED if shown == self.expected else verdict.WRONG_ANSWER


def folder_of(runtime: str) -> Path:
    return ROOT / "sandboxes" / runtime / "selftest"


def load(folder: Path, runtime: str = "python", way: str | None = None) -> list[RoomCase]:
    """The cases of a folder, by name; with a `way` those that do not fix another one, with their tests run in this way.
    Raises FileNotFoundError or KeyError for one that is not whole.
    """
    common = folder / "all.toml"
    shared = tomllib.loads(common.read_text("utf-8")) if common.exists() else {}
    shared |= {"judge": way} if way else {}
    cases = [_read(path.parent, runtime, shared) for path in sorted(folder.glob("*/case.toml"))]
    return [case for case in cases if way in (None, case.case.payload.get("judge"))]


def largest_limits(cases: list[RoomCase]) -> Limits:
    """Limits of a sandbox in which every one of these cases may run."""
    limits = [case.case.limits for case in cases]
    return Limits(**{field.name: max(getattr(one, field.name) for one in limits) for field in fields(Limits)})


def faults(cases: list[RoomCase], sandbox: Sandbox) -> list[str]:
    """What the room got wrong, one sentence each."""
    found = []
    for case in cases:
        given = case.judge(sandbox.run(case.case))
        if given != case.verdict:
            found.append(f"{case.name} is {given} and should be {case.verdict}")
    return found


def _read(folder: Path, runtime: str, shared: dict[str, Any]) -> RoomCase:
    own = tomllib.loads((folder / "case.toml").read_text("utf-8"))
    described = {**shared, **own, "limits": {**shared.get("limits", {}), **own.get("limits", {})}}
    runner = described.get("runner", "python-tests")
    if runner == repository_cases.RUNNER:
        payload = repository_cases.payload(folder, described)
    else:
        payload = _payload(runner, described)
    case = Case(
        runtime=runtime, runner=runner, program=_program(folder, described), payload=payload,
        limits=Limits(**{**LIMITS, **described["limits"]}),
    )
    expected_verdict = described.get(payload.get("judge"), described)["verdict"]
    return RoomCase(folder.name, case, expected_verdict, tuple(described.get("expected", ())))


def _program(folder: Path, described: dict[str, Any]) -> str:
    if "program_json" in described:
        return json.loads(described["program_json"])
    (file,) = folder.glob("program.*")
    return file.read_bytes().decode("utf-8")


def _payload(runner: str, described: dict[str, Any]) -> dict[str, Any]:
    entry_point = described.get("entry_point")
    if runner == "python-io":
        return {"entry_point": entry_point, "calls": described["calls"]}
    if runner == "program-tests":
        texts = {name: described.get(name, "") for name in ("above", "setup", "tests", "declaration")}
        return {"entry_point": entry_point, "judge": described.get("judge", judging.DIVIDED), **texts}
    prompt, setup, tests = (described.get(name, "") for name in ("prompt", "setup", "tests"))
    return python_tests.payload(prompt, setup, tests, entry_point, described.get("judge"))
