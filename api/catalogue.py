"""The benchmarks that this service offers: packs in one folder, read again when their files change.

Only what may be shown is kept in memory; samples and tests are not.
"""

import difflib
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog

from adapters.benchmarks import list_packs, load_pack
from scoring.benchmark import Benchmark, Task
from scoring.errors import NotFound, PackFault

log = structlog.get_logger()

Fingerprint = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Offer:
    """One pack as it is offered. `document` is all that any caller may see of it."""

    name: str
    version: str
    digest: str
    profiles: tuple[str, ...]
    folder: Path
    document: dict[str, Any]
    private_tasks: frozenset[str]

    @classmethod
    def of(cls, benchmark: Benchmark, folder: Path) -> "Offer":
        private = frozenset(task.name for task in benchmark.tasks.values() if task.is_private)
        return cls(benchmark.name, benchmark.version, benchmark.digest, tuple(benchmark.profiles), folder,
                   public_document(benchmark), private)


class Catalogue:
    """Offers by name. Packs that cannot be read are logged and left out: one broken pack closes no door."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._lock = threading.Lock()
        self._read: dict[Path, tuple[Fingerprint, Offer | None]] = {}

    def offers(self) -> list[Offer]:
        """By name."""
        with self._lock:
            found: dict[str, Offer] = {}
            for folder in list_packs(self.folder):
                offer = self._offer_in(folder)
                if offer is not None and found.setdefault(offer.name, offer) is not offer:
                    log.warning("pack.name_taken", name=offer.name, folder=str(folder))
            return [found[name] for name in sorted(found)]

    def offer(self, name: str) -> Offer:
        """Raises NotFound, which names the closest benchmarks."""
        offers = {offer.name: offer for offer in self.offers()}
        if name in offers:
            return offers[name]
        close = difflib.get_close_matches(name, offers, n=3) or sorted(offers)[:10]
        mend = f"did you mean {' or '.join(close)}?" if close else "this service offers no benchmark yet"
        raise NotFound(f"there is no benchmark named {name!r}", code="unknown_benchmark", mend=mend)

    def _offer_in(self, folder: Path) -> Offer | None:
        fingerprint = _fingerprint(folder)
        if folder not in self._read or self._read[folder][0] != fingerprint:
            self._read[folder] = (fingerprint, _load(folder))
        return self._read[folder][1]


def _load(folder: Path) -> Offer | None:
    try:
        return Offer.of(load_pack(folder), folder)
    except PackFault as fault:
        log.warning("pack.unusable", folder=str(folder), fault=str(fault))
        return None


def _fingerprint(folder: Path) -> Fingerprint:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    stats = [(str(path.relative_to(folder)), path.stat()) for path in files]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


def public_document(benchmark: Benchmark) -> dict[str, Any]:
    """What everybody may know of a benchmark: no sample, no expected value, no test, no setting of a kind."""
    return {
        "name": benchmark.name,
        "version": benchmark.version,
        "title": benchmark.title,
        "description": benchmark.description,
        "digest": benchmark.digest,
        "profiles": list(benchmark.profiles),
        "tasks": [_public_task(task) for task in benchmark.tasks.values()],
    }


def _public_task(task: Task) -> dict[str, Any]:
    limits, demands = task.limits, task.demands
    return {
        "name": task.name, "kind": task.kind, "runtime": task.runtime, "samples": len(task.samples),
        "attempts": task.attempts, "metrics": list(task.metrics), "access": task.access, "weight": task.weight,
        "answer": task.answer, "id_fields": list(task.id_fields), "aliases": list(task.aliases),
        "limits": {
            "cpu_seconds": limits.cpu_seconds, "wall_seconds": limits.wall_seconds, "memory_mib": limits.memory_mib,
            "output_kib": limits.output_kib, "processes": limits.processes, "tmp_mib": limits.tmp_mib,
        },
        "demands": {
            "shots": demands.shots, "system_prompt": demands.system_prompt, "generation": dict(demands.generation),
        },
    }
