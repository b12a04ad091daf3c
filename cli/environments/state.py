"""What of a benchmark's repositories is built and proven, as its lock says; what this machine has is another matter."""

from dataclasses import dataclass
from pathlib import Path

from adapters.benchmarks import load_pack
from adapters.benchmarks.locking import environment_files
from adapters.benchmarks.locks import read_lock
from adapters.benchmarks.pack import read_manifest
from cli.environments.unstable import unstable_in
from scoring.benchmark import Benchmark
from scoring.counting import counted


@dataclass(frozen=True)
class State:
    """`refused`: environments that are not built, or no longer what was built, with the reason. `quarantined`: samples by
    `TASK/ID`, with the reason. `unproven`: those that are not scored until they are built, likewise."""

    built: int
    refused: dict[str, str]
    quarantined: dict[str, str]
    unproven: dict[str, str]

    def __str__(self) -> str:
        said = f"{self.built} of {self.built + len(self.refused)} built" if self.refused else f"{self.built} built"
        parts = {"quarantined": self.quarantined, "unproven": self.unproven}
        return ", ".join([said, *(f"{counted(len(samples), 'sample')} {what}" for what, samples in parts.items() if samples)])


def state_of(benchmark: Benchmark) -> State | None:
    """None for a benchmark without environments. The benchmark is read with its lock."""
    locks = [task.settings["lock"] for task in benchmark.tasks.values() if "lock" in task.settings]
    if not locks:
        return None
    built = {name for lock in locks for name in lock["environments"]}
    refused = {name: reason for lock in locks for name, reason in sorted(lock["refused"].items())}
    quarantined = {f"{task.name}/{sample}": reason for task in benchmark.tasks.values()
                   for sample, reason in task.quarantined.items()}
    unproven = {f"{task.name}/{sample}": reason for task in benchmark.tasks.values()
                for sample, reason in task.settings.get("lock", {}).get("unproven", {}).items()}
    return State(len(built), refused, quarantined, unproven)


def unstable_tests(benchmark: Benchmark) -> dict[str, dict[str, list[int]]]:
    """By environment the tests that no answer has to pass, with how often each passed of how many runs: `{TEST: [3, 5]}`. The
    benchmark is read with its lock; environments without such tests are left out."""
    locks = [task.settings["lock"] for task in benchmark.tasks.values() if "lock" in task.settings]
    found = {name: unstable_in(entry["baseline"]) for lock in locks for name, entry in sorted(lock["environments"].items())}
    return {name: tests for name, tests in found.items() if tests}


def failed_proofs(folder: Path) -> dict[str, dict[str, str]]:
    """Why samples of a pack are quarantined, with all that is known, of private tasks too: `{TASK/ID: {reason, log}}`."""
    pack = load_pack(folder)
    files = environment_files(read_manifest(folder), pack.tasks)
    proofs = {task.name: read_lock(folder / file)["samples"] for file, tasks in files.items() for task in tasks}
    return {f"{task.name}/{sample}": _why(proofs[task.name][task.name][sample])
            for task in pack.tasks.values() for sample in task.quarantined}


def _why(proof: dict) -> dict[str, str]:
    reason, _, log = f"{proof['quarantined']}: {proof['detail']}".partition("\n")
    return {"reason": reason, "log": proof.get("log") or log}
