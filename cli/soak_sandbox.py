"""`./assay soak sandbox`: thousands of programs through one room, some of them hostile, and what is left afterwards."""

import resource
import time
from pathlib import Path
from typing import Any

from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import Settings, settings
from cli.machine import ready_sandboxes, say
from scoring.errors import HostLacks
from workers.sandbox import leftovers, selftest
from workers.sandbox.docker import DockerSandboxes
from workers.sandbox.groups import groups_left
from workers.sandbox.slots import Slots

SLOT_WAIT_SECONDS = 300
REPORT_EVERY = 500
HOSTILE_EVERY = 50  # one in so many is hostile; those take seconds each
CONTAINER_CASES = 500  # then the room starts anew, as at the end of a batch
GROWTH_KIB = 2048  # of the agent within one container; more is a leak
PROCESSES = 3  # agent, zygote, judge


def run(folder: Path, samples: int) -> dict[str, Any]:
    """Counts, memory in KiB at the beginning and the end, and leftovers."""
    config = Settings(**{**settings().model_dump(), "home": folder / "home"})
    slot = Slots(config.slot_dir, config.slots).acquire(SLOT_WAIT_SECONDS)
    if slot is None:
        raise HostLacks("no slot of this host became free", mend="stop what scores on it")
    with slot:
        sandboxes = _ready(config)
        soak = Soak(sandboxes, slot.number)
        soak.run(samples)
        sandboxes.vacate(slot.number)
        return soak.found(samples) | {
            "containers_left": leftovers.containers_left(sandboxes),
            "processes_left": leftovers.processes_in_group(slot.number), "groups_left": groups_left(slot.number),
        }


def is_sound(found: dict[str, Any]) -> bool:
    left = ("containers_left", "processes_left", "groups_left", "processes_inside_too_many")
    nothing_left = not any(found[name] for name in left)
    return nothing_left and not found["wrong_verdicts"] and found["agent_growth_kib"] <= GROWTH_KIB


def _ready(config: Settings) -> DockerSandboxes:
    db = Database(config.resolved_database_url())
    migrate(db)
    try:
        ready_sandboxes(config, db, ["python"])
    finally:
        db.close()
    return DockerSandboxes(config)


class Soak:
    """The run and what was seen in it."""

    def __init__(self, sandboxes: DockerSandboxes, slot: int):
        self.sandboxes, self.slot = sandboxes, slot
        cases = selftest.load(selftest.folder_of("python"))
        self.limits = selftest.largest_limits(cases)
        self.honest = [case for case in cases if case.name.startswith(("passes", "wrong"))]
        self.hostile = [case for case in cases if case not in self.honest]
        self.wrong: dict[str, int] = {}
        self.agent: list[int] = []  # KiB when a container is young, and growth until it is old
        self.growth: list[int] = []
        self.too_many = 0
        self.began, self.worker_kib = time.monotonic(), _own_rss_kib()

    def run(self, samples: int) -> None:
        for start in range(0, samples, CONTAINER_CASES):
            count = min(CONTAINER_CASES, samples - start)
            with self.sandboxes.open("python", self.slot, {"assay.lease": "soak"}, self.limits) as room:
                self._one_container(room, start, count)
            say(f"soak: {start + count} of {samples}, agent {self.agent[-1:]} KiB, worker {_own_rss_kib()} KiB")

    def _one_container(self, room: Any, start: int, count: int) -> None:
        young = None
        for number in range(start, start + count):
            hostile = number % HOSTILE_EVERY == HOSTILE_EVERY - 1
            kind, turn = (self.hostile, number // HOSTILE_EVERY) if hostile else (self.honest, number)
            chosen = kind[turn % len(kind)]
            given = chosen.judge(room.run(chosen.case))
            if given != chosen.verdict:
                self.wrong[f"{chosen.name}: {given}"] = self.wrong.get(f"{chosen.name}: {given}", 0) + 1
            if number == start + count // 2:  # every kind of program has been there by then
                young = leftovers.agent_rss_kib(room, self.sandboxes)
        old = leftovers.agent_rss_kib(room, self.sandboxes)
        if young is not None and old is not None:
            self.agent.append(old)
            self.growth.append(old - young)
        if room.container_id is not None:
            self.too_many += leftovers.processes_inside(room, self.sandboxes) != PROCESSES

    def found(self, samples: int) -> dict[str, Any]:
        seconds = time.monotonic() - self.began
        return {
            "samples": samples, "seconds": round(seconds, 1), "wrong_verdicts": self.wrong,
            "agent_rss_kib": self.agent, "agent_growth_kib": max(self.growth, default=0),
            "processes_inside_too_many": self.too_many,
            "worker_rss_before_kib": self.worker_kib, "worker_rss_after_kib": _own_rss_kib(),
            "worker_peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        }


def _own_rss_kib() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
