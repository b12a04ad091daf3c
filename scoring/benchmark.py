"""A benchmark as plain values: what a pack on disk (docs/pack-format.md) holds once it is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Limits of one case. CPU is the limit, wall time a laxer backstop: a busy machine must change no verdict."""

    cpu_seconds: float = 10.0
    wall_seconds: float = 60.0
    memory_mib: int = 512
    output_kib: int = 1024
    processes: int = 32
    tmp_mib: int = 64


@dataclass(frozen=True)
class Demands:
    """What the benchmark asks of the run that made the answers; shown to the user, not enforced."""

    shots: int | None = None
    system_prompt: str | None = None
    generation: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sample:
    """One record of a task. `outputs` of a private task are hidden: they leave through no door and no log."""

    id: str
    instruction: str = ""
    inputs: Any = None
    outputs: Any = None
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Task:
    """One dataset with its rules. `kind` names an entry of `scoring.tasks.KINDS`, `settings` are that kind's own.

    `answer` is the shape of one attempt in a submission: `text`, or `json` (any JSON value, compared as such).
    `breakdown` names fields by whose values the metrics are given as well (`scoring.breakdown`).
    `cluster` names the field by whose values samples hang together (their repository): intervals are over these then.
    `id_fields` are the `meta` fields that make a sample's id; several are joined with "/".
    `quarantined` are samples that are none, since their own proof failed: id -> why.
    """

    name: str
    kind: str
    samples: tuple[Sample, ...]
    runtime: str | None = None
    limits: Limits = Limits()
    attempts: int = 1
    metrics: tuple[str, ...] = ()
    access: str = "public"  # public | private
    weight: float = 1.0
    answer: str = "text"
    id_fields: tuple[str, ...] = ("id",)
    aliases: tuple[str, ...] = ()
    demands: Demands = Demands()
    breakdown: tuple[str, ...] = ()
    cluster: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    quarantined: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_private(self) -> bool:
        return self.access == "private"

    def by_id(self) -> dict[str, Sample]:
        return {sample.id: sample for sample in self.samples}


@dataclass(frozen=True)
class Benchmark:
    """A named, versioned set of tasks. `digest` is the SHA-256 of everything in it that can change a score.

    `totals` names groups of tasks that have a total of their own, beside that of all tasks.
    """

    name: str
    version: str
    tasks: Mapping[str, Task]
    title: str = ""
    description: str = ""
    profiles: tuple[str, ...] = ("strict", "mera-1")
    digest: str = ""
    totals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def default_profile(self) -> str:
        return self.profiles[0]
