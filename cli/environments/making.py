"""One environment from its record to its lock: image, baseline, proofs. What holds already is kept."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adapters import images
from adapters.benchmarks.environments import sample_digest
from adapters.benchmarks.locks import why_refused
from cli.environments import baseline as base
from cli.environments import proof
from cli.environments.image import Base, BuildFailed, Built, Wanted, as_lock, build_image, disk_mib, is_here
from cli.environments.running import Rooms
from cli.environments.telling import Telling
from cli.environments.tools import TOOLS
from cli.environments.unstable import Counts, amended, in_words, unstable_in
from cli.environments.writing import LockFile
from scoring.benchmark import Sample, Task
from scoring.counting import counted
from scoring.errors import BadInput
from scoring.repository.environment import file_of

READY, KEPT, FAILED = "ready", "kept", "failed"


@dataclass(frozen=True)
class Made:
    """What came of an environment: `ready` (made now), `kept` (nothing to do) or `failed`, with reason and mend."""

    name: str
    state: str
    reason: str = ""
    log: str = ""
    mend: str | None = None
    key: str | None = None
    seconds: float = 0.0
    disk_mib: float | None = None
    tests: int = 0
    stable: int = 0
    samples: int = 0
    unstable: dict[str, list[int]] = field(default_factory=dict)  # test -> [how often it passed, of how many runs]
    quarantined: dict[str, str] = field(default_factory=dict)
    logs: dict[str, str] = field(default_factory=dict)  # why references of quarantined samples failed, where a run said it


class Making:
    """The steps for one environment. `users` are the tasks and samples that live in it."""

    def __init__(self, wanted: Wanted, users: Sequence[tuple[Task, list[Sample]]], lock: LockFile, rooms: Rooms, runs: int,
                 update: bool, say: Callable[[str], None]):
        self.wanted, self.users, self.lock, self.rooms, self.runs, self.update = wanted, users, lock, rooms, runs, update
        self.tool = TOOLS[wanted.spec.tool]
        self._telling = Telling(say)
        self.say = self._telling.step

    def run(self) -> Made:
        with self._telling.ticking():
            return self._run()

    def _run(self) -> Made:
        began = time.monotonic()
        room = images.tag(images.sandbox_image(self.tool.runtime))
        try:
            state = self._ready(Base(room, self.rooms.base_key(self.tool.runtime)))
        except (BuildFailed, BadInput) as failure:
            return self._failed(failure, time.monotonic() - began)
        while any([self._prove(task, samples) for task, samples in self.users]):
            state = READY  # and once more, for what is found unstable by one proof reopens others that rest on it
        made = self._made(state, room)
        made = replace(made, seconds=round(time.monotonic() - began, 1))
        good = made.samples - len(made.quarantined)
        self.say(f"{made.state}, {counted(made.stable, 'stable test')}, {good} of {made.samples} samples proven")
        return made

    def _ready(self, room: Base) -> str:
        """Makes image and baseline hold, as far as they do not."""
        name, entry = self.wanted.name, self.lock.entry(self.wanted.name)
        holds = why_refused(entry, self.wanted.digest, self.lock.texts(name)) is None
        if entry is not None and holds and entry["base_key"] == room.key and entry["runs"] >= self.runs:
            return self._kept_or_rebuilt(entry, room)
        same_spec = entry is not None and "failed" not in entry and entry["spec_digest"] == self.wanted.digest
        built = build_image(replace(self.wanted, constraints=self._constraints(entry if same_spec else None)), room, self.say)
        self._record(built)
        return READY

    def _kept_or_rebuilt(self, entry: dict[str, Any], room: Base) -> str:
        if is_here(entry["key"], room.key):
            return KEPT
        self.say("locked, and its image is not on this machine")
        built = build_image(replace(self.wanted, constraints=self._constraints(entry)), room, self.say)
        if built.key == entry["key"]:
            return READY
        if not self.update:
            changed = sorted(set(built.packages) ^ set(entry["packages"])) or ["its source"]
            raise BadInput(f"it comes out as another environment than its lock says: {', '.join(changed[:5])} differ",
                           mend="`--update` takes it as it is now, and proves its samples again")
        self._record(built)
        return READY

    def _constraints(self, entry: dict[str, Any] | None) -> tuple[str, ...]:
        """Versions to build with, so that the key comes out the same."""
        packages = entry["packages"] if entry is not None and self.tool.constraints else ()
        return tuple(line for line in packages if not line.startswith("deb:"))

    def _record(self, built: Built) -> None:
        spec = self.wanted.spec
        entry = {
            **as_lock(built), "spec_digest": self.wanted.digest, "tool": spec.tool, "jdk": spec.jdk, "runs": self.runs,
            "test": built.test,
        }
        if absent := sorted(set(self.wanted.withheld) - built.texts.keys()):
            self.say(f"the tree has no {', '.join(absent)}")
        self.say(f"baseline, {counted(self.runs, 'time')}")
        limits = spec.limits_over(task.limits for task, _ in self.users)
        case = base.baseline_case(entry, built.texts, limits)
        entry["baseline"] = base.baseline(self.rooms, case, self.runs, self._telling.ran)
        self.lock.put_environment(self.wanted.name, entry, built.texts)

    def _prove(self, task: Task, samples: list[Sample]) -> bool:
        """Proves what has no proof that holds; whether there was anything."""
        entry = self.lock.entry(self.wanted.name) or {}
        open_ones = [sample for sample in samples if not self._is_proven(task, sample, entry)]
        if not open_ones:
            return False
        self.say(f"proving {counted(len(open_ones), 'sample')} of {task.name}, {counted(self.runs, 'time')} each")
        locked = proof.Locked(task, self.wanted.name, {**entry, "withheld": self.lock.texts(self.wanted.name)})
        proofs = proof.prove(self.rooms, locked, open_ones, self.runs, self._telling.ran)
        self._amend(entry, {test: counts for one in proofs.values() for test, counts in one.get("unstable", {}).items()})
        self.lock.put_proofs(task.name, proofs)
        return True

    def _amend(self, entry: dict[str, Any], unstable: Counts) -> None:
        """Before the proofs that rest on it are written, so that a build which is interrupted between the two proves again."""
        if unstable:
            self.say(f"no answer has to pass {counted(len(unstable), 'unstable test')}: {in_words(unstable)}")
            entry = {**entry, "baseline": amended(entry["baseline"], unstable)}
            self.lock.put_environment(self.wanted.name, entry, self.lock.texts(self.wanted.name))

    def _is_proven(self, task: Task, sample: Sample, entry: Mapping[str, Any]) -> bool:
        """Whether its proof holds: for this sample, in this environment, by as many runs, and by tests that count."""
        found = self.lock.proofs(task.name).get(sample.id)
        if found is None or found["key"] != entry["key"] or found["sample_digest"] != sample_digest(sample):
            return False
        by_baseline = found["first"] if file_of(sample) else ()
        return found["gold"][1] >= self.runs and not unstable_in(entry["baseline"]).keys() & set(by_baseline)

    def _failed(self, failure: BuildFailed | BadInput, seconds: float) -> Made:
        """Notes the failure in the lock, unless a sound environment stands there, and quarantines the samples."""
        log = failure.log if isinstance(failure, BuildFailed) else ""
        reason = str(failure) + (f" ({failure.mend})" if failure.mend and isinstance(failure, BadInput) else "")
        self.say(f"failed: {reason}" + (f"\n{log}" if log else ""))
        known = self.lock.entry(self.wanted.name)
        if known is None or why_refused(known, self.wanted.digest, self.lock.texts(self.wanted.name)) is not None:
            failed = {"reason": reason, "log": log}
            self.lock.put_environment(self.wanted.name, {"spec_digest": self.wanted.digest, "failed": failed}, {})
            for task, samples in self.users:
                self.lock.put_proofs(task.name, proof.build_failed(samples, f"{reason}\n{log}".strip()))
        samples = [f"{task.name}/{sample.id}" for task, ones in self.users for sample in ones]
        mend = failure.mend if isinstance(failure, BuildFailed) else None  # of a BadInput it stands in the reason
        return Made(self.wanted.name, FAILED, reason, log, mend, seconds=round(seconds, 1), samples=len(samples),
                    quarantined=dict.fromkeys(samples, proof.BUILD_FAILS))

    def _made(self, state: str, room: str) -> Made:
        entry = self.lock.entry(self.wanted.name) or {}
        unstable = unstable_in(entry["baseline"])
        proofs = {f"{task.name}/{sample.id}": self.lock.proofs(task.name)[sample.id]
                  for task, samples in self.users for sample in samples}
        return Made(
            self.wanted.name, state, key=entry["key"], disk_mib=disk_mib(entry["key"], room), tests=len(entry["baseline"]),
            stable=len(entry["baseline"]) - len(unstable), unstable=unstable, samples=len(proofs),
            quarantined={name: f"{one['quarantined']}: {one['detail']}" for name, one in proofs.items() if one["quarantined"]},
            logs={name: one["log"] for name, one in proofs.items() if one["quarantined"] and one.get("log")},
        )
