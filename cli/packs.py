"""Finding the benchmark that a command names."""

from dataclasses import replace
from pathlib import Path

from adapters.benchmarks import list_packs, load_pack, with_digest
from adapters.settings import Settings
from scoring.benchmark import Benchmark
from scoring.errors import NotFound
from scoring.near import nearest
from scoring.tasks import REPOSITORY_KINDS


def find_pack(settings: Settings, name_or_folder: str) -> Benchmark:
    """The pack of `pack_folder`. Raises NotFound when there is none, PackFault when it is faulty."""
    return load_pack(pack_folder(settings, name_or_folder))


def pack_folder(settings: Settings, name_or_folder: str) -> Path:
    """A folder that holds a benchmark.yaml, or the folder of a pack by its name. Raises NotFound when there is neither."""
    for folder in (Path(name_or_folder), settings.benchmarks / name_or_folder):
        if (folder / "benchmark.yaml").is_file():
            return folder
    near = nearest(name_or_folder, [pack.name for pack in list_packs(settings.benchmarks)])
    hint = f"did you mean {near!r}? Otherwise " if near else ""
    raise NotFound(
        f"there is no benchmark {name_or_folder!r}", code="unknown_benchmark",
        mend=f"{hint}give a folder that holds a benchmark.yaml, or a name that `./assay benchmark list` shows",
    )


def with_full_runs(benchmark: Benchmark) -> Benchmark:
    """The same benchmark with every test of a repository run, also after a required one failed: the verdicts stay."""
    return with_digest(replace(benchmark, tasks={
        name: replace(task, settings={**task.settings, "full": True}) if task.kind in REPOSITORY_KINDS else task
        for name, task in benchmark.tasks.items()}))


def runtimes_of(benchmark: Benchmark) -> list[str]:
    return sorted({task.runtime for task in benchmark.tasks.values() if task.runtime})
