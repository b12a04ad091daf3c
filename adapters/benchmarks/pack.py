"""Reading a pack: its benchmark.yaml, its data files, and every fault of both at once."""

import difflib
import re
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from adapters.benchmarks.document import with_digest
from adapters.benchmarks.manifest import NAME, LimitsPart, Manifest, Part, TaskPart
from adapters.benchmarks.records import PARTS, Records, read_records
from scoring.benchmark import Benchmark, Demands, Limits, Task
from scoring.errors import PackFault
from scoring.metrics import fault_of
from scoring.tasks import KINDS

MANIFEST = "benchmark.yaml"
SHOWN_FAULTS = 50


def list_packs(folder: Path) -> list[Path]:
    """The folders below `folder` that hold a pack, by name."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if (path / MANIFEST).is_file())


def load_pack(folder: Path) -> Benchmark:
    """Reads and checks a whole pack. Raises PackFault that lists every fault, each with its file and task."""
    manifest = _manifest(folder)
    faults: list[str] = []
    tasks = {name: _task(folder, name, part, faults) for name, part in manifest.tasks.items()}
    faults += _name_clashes(manifest)
    if faults:
        raise _fault(folder, faults)
    return with_digest(Benchmark(
        name=manifest.name, version=manifest.version, title=manifest.title, description=manifest.description,
        profiles=tuple(manifest.profiles), tasks=tasks,
    ))


def _manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    try:
        document = yaml.safe_load(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise PackFault(f"{folder} holds no {MANIFEST}", mend="docs/pack-format.md shows one") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise _fault(folder, [f"{MANIFEST} is no YAML: {error}"]) from None
    try:
        return Manifest.model_validate(document)
    except ValidationError as error:
        raise _fault(folder, [_described(fault) for fault in error.errors()]) from None


def _described(fault: Any) -> str:
    where = ".".join(str(part) for part in fault["loc"]) or MANIFEST
    if fault["type"] != "extra_forbidden":
        return f"{where}: {fault['msg']}"
    part: type[Part] = {1: Manifest, 4: LimitsPart}.get(len(fault["loc"]), TaskPart)
    close = difflib.get_close_matches(str(fault["loc"][-1]), part.model_fields, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(part.model_fields)}"
    return f"{where}: there is no such key; {hint}"


def _task(folder: Path, name: str, part: TaskPart, faults: list[str]) -> Task | None:
    """The task, or None with its faults noted."""
    found = _rule_faults(name, part)
    records = _records(folder, name, part, found)
    if found or records is None:
        faults += found
        return None
    kind = KINDS[part.kind]
    task = Task(
        name=name, kind=part.kind, samples=records.samples, runtime=part.runtime or kind.runtime,
        limits=Limits(**part.limits.model_dump(exclude_none=True)), attempts=part.attempts,
        metrics=tuple(part.metrics if part.metrics is not None else kind.default_metrics),
        access=part.access or records.access or "public", weight=part.weight, answer=part.answer,
        id_fields=tuple(part.id_fields), aliases=tuple(part.aliases), settings=part.settings,
        demands=Demands(part.shots, part.system_prompt, part.generation),
    )
    faults += kind.check(task)
    return task


def _rule_faults(name: str, part: TaskPart) -> list[str]:
    found = [] if re.match(NAME, name) else [f"task {name!r}: a task's name is letters, digits, dot, dash, underscore"]
    if part.kind not in KINDS:
        found.append(f"task {name}: there is no kind {part.kind!r}; known are {', '.join(KINDS)}")
    elif part.runtime and part.runtime != KINDS[part.kind].runtime:
        found.append(f"task {name}: kind {part.kind} does not run in {part.runtime!r}")
    elif part.answer == "json" and KINDS[part.kind].runtime:
        found.append(f"task {name}: answers of kind {part.kind} are code, so `answer` must be text")
    metrics = part.metrics or ()
    found += [f"task {name}: {fault}" for metric in metrics if (fault := fault_of(metric))]
    found += [f"task {name}: metric {metric} stands twice" for metric, count in Counter(metrics).items() if count > 1]
    unknown = [target for target in part.fields if target.partition(".")[0] not in PARTS]
    found += [f"task {name}: fields has {target!r}; known are {', '.join(PARTS)}" for target in unknown]
    return found


def _records(folder: Path, name: str, part: TaskPart, found: list[str]) -> Records | None:
    path = (folder / part.data).resolve()
    where = f"task {name}, {part.data}"
    if not path.is_relative_to(folder.resolve()):
        found.append(f"{where}: the file lies outside the pack")
        return None
    try:
        records = read_records(path, part.fields, tuple(part.id_fields))
    except (OSError, EOFError, zlib.error, ValueError) as error:  # what readers of files, gzip, JSON and Parquet raise
        found.append(f"{where}: {error}")
        return None
    if not records.samples:
        found.append(f"{where}: there are no records")
    if records.access not in (None, "public", "private"):
        found.append(f"{where}: access is {records.access!r}; it must be public or private")
    counts = Counter(sample.id for sample in records.samples)
    found += [f"{where}: id {sample_id!r} stands {count} times" for sample_id, count in counts.items() if count > 1]
    return records


def _name_clashes(manifest: Manifest) -> list[str]:
    names = Counter(name.casefold() for task, part in manifest.tasks.items() for name in {task, *part.aliases})
    return [f"{count} tasks answer to the name {name!r} (upper and lower case are one)"
            for name, count in names.items() if count > 1]


def _fault(folder: Path, faults: list[str]) -> PackFault:
    more = f"\n  and {len(faults) - SHOWN_FAULTS} more" if len(faults) > SHOWN_FAULTS else ""
    listed = "".join(f"\n  {fault}" for fault in faults[:SHOWN_FAULTS])
    return PackFault(f"the pack {folder.name} has {len(faults)} fault(s):{listed}{more}", mend="see docs/pack-format.md")
