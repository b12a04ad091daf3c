"""Tasks that live in repositories get their lock from beside the environments file that they name."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from adapters.benchmarks.environments import EnvironmentSpec, environment_of, parse_environments, withheld_files
from adapters.benchmarks.locks import lock_of
from adapters.benchmarks.manifest import Manifest
from scoring.benchmark import Task
from scoring.near import meant
from scoring.repository.environment import file_of
from scoring.tasks import runtime_of
from scoring.tasks.kind import misspelt_fields

SETTING = "environments"


def environment_files(manifest: Manifest, tasks: Mapping[str, Task]) -> dict[str, list[Task]]:
    """The environments files that a pack names, each with the tasks that share it."""
    found: dict[str, list[Task]] = {}
    for name, task in tasks.items():
        if (file := manifest.tasks[name].files.get(SETTING)) is not None:
            found.setdefault(file, []).append(task)
    return found


def with_environments(folder: Path, manifest: Manifest, tasks: Mapping[str, Task], faults: list[str],
                      locked: bool) -> dict[str, Task]:
    """The tasks, those with environments with `settings["lock"]` unless `locked` is false; what is wrong with files or
    samples is added to `faults`."""
    made = dict(tasks)
    for file, sharing in environment_files(manifest, tasks).items():
        try:
            specs = parse_environments(sharing[0].settings[SETTING])
            files = withheld_files(sample for task in sharing for sample in task.samples)
            locks = {task.name: lock_of(task, folder / file, specs, files) for task in sharing} if locked else {}
        except ValueError as error:
            faults += [f"{file}: {line}" for line in str(error).splitlines()]
            continue
        for task in sharing:
            faults += _sample_faults(task, file, specs)
            if locked:
                settings = {**task.settings, "lock": locks[task.name]}
                made[task.name] = replace(task, settings=settings, runtime=runtime_of(task.kind, settings))
    return made


def placed(task: Task, manifest: Manifest) -> Task:
    """The task without the samples that name no environment of its file: that is one fault, and told already."""
    asked = task.settings.get(SETTING)
    if SETTING not in manifest.tasks[task.name].files or not isinstance(asked, dict):
        return task
    return replace(task, samples=tuple(sample for sample in task.samples if environment_of(sample) in asked))


def _sample_faults(task: Task, file: str, specs: Mapping[str, EnvironmentSpec]) -> list[str]:
    """Samples that name no environment, one that does not exist, or a file that is none inside the tree."""
    astray = tuple(sample for sample in task.samples if environment_of(sample) not in specs)  # no kind sees these (`placed`)
    found = misspelt_fields(replace(task, samples=astray), meta=("environment",))
    for sample in task.samples:
        where, name = f"task {task.name}, sample {sample.id}", environment_of(sample)
        if name not in specs:
            known = ", ".join(sorted(specs))
            found.append(f"{where}: meta.environment is {name!r}; {file} has {known}{meant(name or '', specs)}")
        if (target := file_of(sample)) is not None and not is_inside(target):
            found.append(f"{where}: its file {target!r} is no path inside the tree")
    return found


def is_inside(path: str) -> bool:
    """Whether `path` names a file below the root of a tree: relative, in its plain form, without steps upwards."""
    return bool(path) and not path.startswith("/") and all(part not in ("", ".", "..") for part in path.split("/")) and (
        "\0" not in path)
