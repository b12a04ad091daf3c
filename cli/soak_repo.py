"""`./assay soak repo`: hundreds of answers to repository tasks, hostile ones among them, and what is left afterwards."""

import itertools
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from adapters.settings import Settings, settings
from cli.bench.repo import PACKS, Answer, answers_of, judged, prepare
from cli.machine import say
from scoring.errors import HostLacks
from workers.sandbox import leftovers
from workers.sandbox.docker import DockerSandboxes
from workers.sandbox.slots import Slots

SLOT_WAIT_SECONDS = 300
BATCH = 10  # answers in one sandbox
SLACK_MIB = 64  # of the engine's own logs and metadata


def run(folder: Path, samples: int) -> dict[str, Any]:
    """Counts of verdicts, and what there is more of than before: containers, images, processes, MiB of the engine's disk."""
    config = Settings(**{**settings().model_dump(), "home": folder / "home"})
    packs = [config.benchmarks / name for name in PACKS if (config.benchmarks / name / "benchmark.yaml").is_file()]
    if not packs:
        raise HostLacks(f"{config.benchmarks} holds none of {', '.join(PACKS)}", mend="run it in a whole checkout")
    answers = [answer for pack in packs for task in prepare(config, pack).tasks.values()
               for kind in ("failing", "passing") for answer in answers_of(task, pack, kind)]
    sandboxes = DockerSandboxes(config)
    before, began = _state(sandboxes), time.monotonic()
    wrong = _judge_all(config, sandboxes, list(itertools.islice(itertools.cycle(answers), samples)))
    seconds = time.monotonic() - began
    after = _state(sandboxes)
    return {"samples": samples, "languages": [pack.name.removeprefix("repo-") for pack in packs], "wrong_verdicts": wrong,
            "seconds": round(seconds, 1), **{f"{name}_more": round(after[name] - before[name], 1) for name in before}}


def is_sound(found: dict[str, Any]) -> bool:
    nothing_left = not (found["containers_more"] or found["images_more"] or found["layers_more"] or found["processes_more"] > 0)
    return nothing_left and found["wrong_verdicts"] == 0 and found["disk_mib_more"] <= SLACK_MIB


def _judge_all(config: Settings, sandboxes: DockerSandboxes, answers: list[Answer]) -> int:
    slots, done = Slots(config.slot_dir, config.slots), itertools.count(1)

    def one(batch: list[Answer]) -> int:
        slot = slots.acquire(SLOT_WAIT_SECONDS)
        if slot is None:
            raise HostLacks("no slot of this host became free", mend="stop what scores on it")
        with slot:
            passed = judged(sandboxes, slot.number, batch)
        say(f"soak: {next(done)} of {len(batches)} batches")
        return sum(found != answer.passes for found, answer in zip(passed, batch, strict=True))

    batches = list(_batches(answers))
    with ThreadPoolExecutor(config.slots) as pool:
        return sum(pool.map(one, batches))


def _batches(answers: list[Answer]) -> Iterator[list[Answer]]:
    """As jobs have them: of one room each."""
    for _, group in itertools.groupby(answers, lambda answer: answer.case.runtime):
        alike = list(group)
        yield from (alike[start:start + BATCH] for start in range(0, len(alike), BATCH))


def _state(sandboxes: DockerSandboxes) -> dict[str, float]:
    """How much there is of everything that a case could leave."""
    root = Path(sandboxes.engine().info()["DockerRootDir"])
    layers = root / "overlay2"
    return {
        "containers": leftovers.containers_left(sandboxes),
        "images": len(sandboxes.engine().images.list(all=True)),
        "layers": len(list(layers.iterdir())) if layers.is_dir() else 0,
        "processes": leftovers.processes_of_samples(),
        "disk_mib": _size_mib(root / "containers") + _size_mib(root / "volumes"),
    }


def _size_mib(folder: Path) -> float:
    if not folder.is_dir():
        return 0.0
    return int(subprocess.run(["du", "-sk", folder], capture_output=True, text=True, check=True).stdout.split()[0]) / 1024
