"""Reading a pack: its benchmark.yaml, its data files, and every fault of both at once."""

import re
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adapters.benchmarks.document import with_digest
from adapters.benchmarks.environments import DEFAULT_LIMITS
from adapters.benchmarks.locking import SETTING, placed, with_environments
from adapters.benchmarks.manifest import NAME, Manifest, TaskPart
from adapters.benchmarks.mistakes import described, sound_part
from adapters.benchmarks.records import PARTS, Faulty, Records, read_records
from adapters.benchmarks.text import read_yaml, words_of
from scoring.benchmark import Benchmark, Demands, Limits, Task
from scoring.breakdown import NONE, cluster_fault, cluster_of
from scoring.breakdown import fault_of as breakdown_fault
from scoring.counting import counted
from scoring.errors import PackFault
from scoring.metrics import fault_of
from scoring.near import closest, meant
from scoring.tasks import KINDS, as_it_stands, metric_fault, runtime_of

MANIFEST = "benchmark.yaml"
SHOWN_FAULTS = 50


def list_packs(folder: Path) -> list[Path]:
    """The folders below `folder` that hold a pack, by name."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if (path / MANIFEST).is_file())


def load_pack(folder: Path, *, locked: bool = True) -> Benchmark:
    """Reads and checks a whole pack. Raises PackFault that lists every fault, each with its file and task.

    `locked=False` leaves out what was built of its environments: for the builder, who wants every sample.
    """
    manifest, faults = _read_manifest(folder)
    read = {name: _task(folder, name, part, faults) for name, part in manifest.tasks.items()}
    tasks = with_environments(folder, manifest, {name: task for name, task in read.items() if task}, faults, locked)
    faults += [fault for task in tasks.values() for fault in KINDS[task.kind].check(placed(task, manifest))]
    faults += _name_clashes(manifest) + _total_faults(manifest)
    if faults:
        raise _fault(folder, faults)
    return with_digest(Benchmark(
        name=manifest.name, version=manifest.version, title=manifest.title, description=manifest.description,
        profiles=tuple(manifest.profiles),
        tasks={name: as_it_stands(task) for name, task in tasks.items()},
        totals={name: tuple(members) for name, members in manifest.totals.items()},
    ))


def read_manifest(folder: Path) -> Manifest:
    """benchmark.yaml alone. Raises PackFault."""
    manifest, faults = _read_manifest(folder)
    if faults:
        raise _fault(folder, faults)
    return manifest


def _read_manifest(folder: Path) -> tuple[Manifest, list[str]]:
    """benchmark.yaml; or what can be read of it, with its faults. Raises PackFault where nothing can."""
    path = folder / MANIFEST
    try:
        document = read_yaml(path)
    except FileNotFoundError:
        raise PackFault(f"{folder} holds no {MANIFEST}", mend="docs/pack-format.md shows one") from None
    except (OSError, ValueError) as error:
        raise _fault(folder, [f"{MANIFEST}: {words_of(error)}"]) from None
    try:
        return Manifest.model_validate(document), []
    except ValidationError as error:
        faults = [f"{MANIFEST}: {said}" for said in described(error.errors(), path)]
        manifest = sound_part(document, error.errors())
        if manifest is None:
            raise _fault(folder, faults) from None
        return manifest, faults


def _task(folder: Path, name: str, part: TaskPart, faults: list[str]) -> Task | None:
    """The task, not yet checked by its kind, or None with its faults noted. One whose records alone are faulty has none: its
    kind can check the rest."""
    rules = _rule_faults(name, part)
    in_records: list[str] = []
    records = _records(folder, name, part, in_records)
    settings = {**part.settings, **_settings_in_files(folder, name, part, rules)}
    faults += [*rules, *in_records]
    if rules:
        return None
    if in_records or records is None:
        records = Records(())
    kind = KINDS[part.kind]
    task = Task(
        name=name, kind=part.kind, samples=records.samples, runtime=part.runtime or runtime_of(part.kind, settings),
        limits=_limits(part), attempts=part.attempts,
        metrics=tuple(part.metrics if part.metrics is not None else kind.default_metrics),
        access=part.access or records.access or "public", weight=part.weight, answer=part.answer,
        id_fields=tuple(part.id_fields), aliases=tuple(part.aliases), settings=settings,
        breakdown=tuple(part.breakdown), cluster=part.cluster, demands=Demands(part.shots, part.system_prompt, part.generation),
    )
    if task.is_private and any(by.startswith("inputs.") for by in task.breakdown):
        faults.append(f"task {name}: breakdown of a private task may name no inputs: reports are read by all")
    faults += _without_cluster(task)
    return task


def _without_cluster(task: Task) -> list[str]:
    return [f"task {task.name}, sample {sample.id}: lacks {task.cluster}, which cluster names"
            for sample in task.samples if cluster_of(task, sample) == NONE]


def _rule_faults(name: str, part: TaskPart) -> list[str]:
    found = [] if re.match(NAME, name) else [f"task {name!r}: a task's name is letters, digits, dot, dash, underscore"]
    if part.kind not in KINDS:
        found.append(f"task {name}: there is no kind {part.kind!r}; {closest(part.kind, KINDS)}")
    elif part.runtime and part.runtime != runtime_of(part.kind, part.settings):
        found.append(f"task {name}: kind {part.kind} does not run in {part.runtime!r}"
                     f"{meant(part.runtime, [runtime_of(part.kind, part.settings) or ''])}")
    elif part.answer == "json" and KINDS[part.kind].runtime:
        found.append(f"task {name}: answers of kind {part.kind} are code, so `answer` must be text")
    metrics = part.metrics or ()
    found += [f"task {name}: {fault}" for metric in metrics if (fault := fault_of(metric) or metric_fault(part.kind, metric))]
    found += [f"task {name}: metric {metric} stands twice" for metric, count in Counter(metrics).items() if count > 1]
    found += [f"task {name}: {fault}" for by in part.breakdown if (fault := breakdown_fault(by))]
    if part.cluster is not None and (fault := cluster_fault(part.cluster)):
        found.append(f"task {name}: {fault}")
    limits = _limits(part)
    if limits.wall_seconds < limits.cpu_seconds:
        found.append(f"task {name}: wall_seconds {limits.wall_seconds:g} is below cpu_seconds {limits.cpu_seconds:g}")
    return found + [f"task {name}: {fault}" for fault in _field_faults(part.fields)]


def _limits(part: TaskPart) -> Limits:
    """Those of the task over the defaults: a repository's whole suite takes longer than one program."""
    defaults = DEFAULT_LIMITS if SETTING in part.files else Limits()
    return replace(defaults, **part.limits.model_dump(exclude_none=True))


def _field_faults(fields: Mapping[str, str]) -> list[str]:
    unknown = [target for target in fields if target.partition(".")[0] not in PARTS]
    doubled = [target for target in fields if any(other.startswith(f"{target}.") for other in fields)]
    return [f"fields has {target!r}; known are {', '.join(PARTS)}" for target in unknown] + [
        f"fields has {target!r} beside a part of it" for target in doubled]


def _settings_in_files(folder: Path, name: str, part: TaskPart, found: list[str]) -> dict[str, Any]:
    """Settings that are files of their own, for they are long: the prompt of a judge."""
    settings = {}
    for setting, file in part.files.items():
        where = f"task {name}, {file}"
        if setting in part.settings:
            found.append(f"{where}: the setting {setting!r} stands in benchmark.yaml as well")
        elif not (folder / file).resolve().is_relative_to(folder.resolve()):
            found.append(f"{where}: the file lies outside the pack")
        else:
            try:
                settings[setting] = read_yaml(folder / file)
            except (OSError, ValueError) as error:
                found.append(f"{where}: {words_of(error)}")
    return settings


def _records(folder: Path, name: str, part: TaskPart, found: list[str]) -> Records | None:
    path = (folder / part.data).resolve()
    where = f"task {name}, {part.data}"
    if not path.is_relative_to(folder.resolve()):
        found.append(f"{where}: the file lies outside the pack")
        return None
    try:
        records = read_records(path, part.fields, tuple(part.id_fields))
    except Faulty as error:
        found += [f"{where}: {fault}" for fault in error.faults]
        return None
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:  # what the readers of the formats raise
        found.append(f"{where}: {words_of(error)}")
        return None
    found += [f"{where}: {fault}" for fault in _record_faults(records, part)]
    return records


def _record_faults(records: Records, part: TaskPart) -> list[str]:
    found = [] if records.samples else ["there are no records"]
    if records.access not in (None, "public", "private"):
        found.append(f"access is {records.access!r}; it must be public or private")
    if records.access == "private" and part.access == "public":
        found.append("the file says that it is private, benchmark.yaml that it is public")
    counts = Counter(sample.id for sample in records.samples)
    return found + [f"id {sample_id!r} stands {count} times" for sample_id, count in counts.items() if count > 1]


def _name_clashes(manifest: Manifest) -> list[str]:
    names = Counter(name.casefold() for task, part in manifest.tasks.items() for name in {task, *part.aliases})
    return [f"{count} tasks answer to the name {name!r} (upper and lower case are one)"
            for name, count in names.items() if count > 1]


def _total_faults(manifest: Manifest) -> list[str]:
    found = [f"totals: {group} names {member!r}, which is no task; {closest(member, manifest.tasks)}"
             for group, members in manifest.totals.items() for member in members if member not in manifest.tasks]
    return found + [f"totals: {group} must name tasks, each once" for group, members in manifest.totals.items()
                    if not members or len(set(members)) < len(members)]


def _fault(folder: Path, faults: list[str]) -> PackFault:
    more = f"\n  and {len(faults) - SHOWN_FAULTS} more" if len(faults) > SHOWN_FAULTS else ""
    listed = "".join(f"\n  {fault}" for fault in faults[:SHOWN_FAULTS])
    said = f"the pack {folder.name} has {counted(len(faults), 'fault')}:{listed}{more}"
    return PackFault(said, mend="see docs/pack-format.md")
