"""What of a benchmark's repositories is built and proven, as its lock says; what this machine has is another matter."""

from dataclasses import dataclass

from scoring.benchmark import Benchmark


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
        return ", ".join([said, *(f"{len(samples)} samples {what}" for what, samples in parts.items() if samples)])


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
