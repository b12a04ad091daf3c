"""The environments of a pack that is given away: what public tasks need to be built and scored at home.

An environment that a private task uses too stays here, whatever it is made of: its tree holds the private answers. So does a
source that both have under different names, and one that lies outside of the pack; the latter may hold anything. What stays
here is told.
"""

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from adapters.benchmarks.environments import EnvironmentSpec, environment_of, parse_environments
from adapters.benchmarks.locking import SETTING, environment_files
from adapters.benchmarks.locks import lock_path
from adapters.benchmarks.manifest import Manifest
from adapters.benchmarks.text import read_yaml
from cli.environments.writing import LockFile
from scoring.benchmark import Benchmark, Task

LOCAL = ("archive", "folder", "git")  # kinds of source that may be paths of this machine; others are in a registry


@dataclass(frozen=True)
class Packs:
    """A pack, read without its lock, and the folder of the one that is given away."""

    folder: Path
    manifest: Manifest
    pack: Benchmark
    to: Path


def export_environments(packs: Packs) -> list[str]:
    """Writes environments files, locks, withheld files and sources of the public tasks; a sentence for each environment
    that cannot be built from what was written."""
    missing: list[str] = []
    for file, sharing in environment_files(packs.manifest, packs.pack.tasks).items():
        public = [task for task in sharing if not task.is_private]
        if public:
            missing += _export_file(packs, file, public, [task for task in sharing if task.is_private])
    return missing


def _export_file(packs: Packs, file: str, public: list[Task], private: list[Task]) -> list[str]:
    specs = parse_environments(public[0].settings[SETTING])
    secret = _used(private)
    shared = {name for name in _used(public) if name in secret or specs[name].source in [specs[one].source for one in secret]}
    _write_specs(packs, file, _used(public))
    if lock_path(packs.folder / file).is_file():
        LockFile(packs.folder / file).copy_to(
            packs.to / file, _used(public) - shared, {task.name: {one.id for one in task.samples} for task in public})
    told = [f"environment {name} is of a private task too, whose answers its sources hold" for name in sorted(shared)]
    left = {name: specs[name] for name in sorted(_used(public) - shared)}
    return told + [f"environment {name}: {why}" for name, spec in left.items() if (why := _copy_source(packs, spec))]


def _used(tasks: Iterable[Task]) -> set[str]:
    return {str(environment_of(sample)) for task in tasks for sample in task.samples}


def _write_specs(packs: Packs, file: str, names: set[str]) -> None:
    """The very file where all of it is public, with its comments; else those environments alone."""
    document: Mapping[str, object] = read_yaml(packs.folder / file)
    (packs.to / file).parent.mkdir(parents=True, exist_ok=True)
    if names == document.keys():
        shutil.copyfile(packs.folder / file, packs.to / file)
    else:
        kept = {name: document[name] for name in document if name in names}
        (packs.to / file).write_text(yaml.safe_dump(kept, allow_unicode=True, sort_keys=False), encoding="utf-8")


def _copy_source(packs: Packs, spec: EnvironmentSpec) -> str | None:
    """Copies what the environment is made of, where it is a file or folder of the pack; else why it could not be."""
    value = spec.source.value
    source = (packs.folder / value).resolve()
    if spec.source.kind not in LOCAL or (spec.source.kind == "git" and not source.exists()):
        return None
    if spec.source.kind == "git":
        return f"the repository {value} stays on this machine, since its history holds the answers"
    if not source.exists():
        return f"its source {value} is not there"
    if packs.folder.resolve() not in source.parents or _holds_private_data(packs, source):
        return f"its source {value} is not exported, since it is no {spec.source.kind} of its own inside the pack"
    if source.is_dir():
        shutil.copytree(source, packs.to / value, symlinks=True, dirs_exist_ok=True)
    else:
        (packs.to / value).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, packs.to / value)
    return None


def _holds_private_data(packs: Packs, source: Path) -> bool:
    return any((packs.folder / packs.manifest.tasks[task.name].data).resolve().is_relative_to(source)
               for task in packs.pack.tasks.values() if task.is_private)
