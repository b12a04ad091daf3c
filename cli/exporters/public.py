"""A pack without its secrets, for scoring at home before one submits.

Public tasks stay whole, with the repositories that they live in (`environments.py`). Of a private task nothing can be scored
at home, so it is no task of the new pack; its prompts go to `prompts/TASK.jsonl`, for answers must still be made. A prompt is
the instruction, and of the inputs what the model is shown: those that the instruction names (`{diff_block}`), and the code
that the kind asks to be continued or mended. Everything else goes: outputs, tests, other inputs, all meta fields but the id.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.benchmarks import load_pack
from adapters.benchmarks.locking import SETTING
from adapters.benchmarks.pack import read_manifest
from adapters.benchmarks.text import read_yaml
from cli.exporters.environments import Packs, export_environments
from cli.importers.writing import copy_files, limited_to, record_of, write_pack
from scoring.benchmark import Benchmark, Sample, Task
from scoring.errors import BadInput
from scoring.shown import inputs_shown

PROMPTS = "prompts"


@dataclass(frozen=True)
class Exported:
    """The new pack, the private tasks of which it holds the prompts only, and what its environments lack to be built."""

    pack: Benchmark
    withheld: tuple[str, ...]
    missing: tuple[str, ...] = ()


def export_public(folder: Path, to: Path) -> Exported:
    """Writes the pack `NAME-public`. Raises BadInput when every task is private or `to` holds a pack, PackFault when the
    pack is faulty."""
    pack, manifest = load_pack(folder), read_yaml(folder / "benchmark.yaml")
    whole = load_pack(folder, locked=False)  # with the quarantined samples: without them its lock would be another's
    public = {name: _part(name, part) for name, part in manifest["tasks"].items() if not pack.tasks[name].is_private}
    if not public:
        raise BadInput(f"every task of {pack.name} is private: there is nothing to score at home", code="all_private",
                       mend="give the prompts to those who make answers, and have them submit")
    write_pack(to, limited_to(public, {**manifest, "name": f"{pack.name}-public"}),
               {f"{name}.jsonl": [record_of(sample) for sample in whole.tasks[name].samples] for name in public})
    copy_files(folder, to, public, without=SETTING)
    missing = export_environments(Packs(folder, read_manifest(folder), whole, to))
    withheld = tuple(task.name for task in pack.tasks.values() if task.is_private)
    for name in withheld:
        _write_prompts(to / PROMPTS / f"{name}.jsonl", pack.tasks[name])
    return Exported(load_pack(to), withheld, tuple(missing))


def _part(name: str, part: dict[str, Any]) -> dict[str, Any]:
    """The task's rules over records that are written as they were read: with their parts, not the columns of the source."""
    return {**{key: value for key, value in part.items() if key != "fields"}, "data": f"{name}.jsonl", "access": "public"}


def _write_prompts(path: Path, task: Task) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as lines:
        for sample in task.samples:
            lines.write(json.dumps(prompt_of(task, sample), ensure_ascii=False) + "\n")


def prompt_of(task: Task, sample: Sample) -> dict[str, Any]:
    """What may be known of a private sample."""
    return {
        "instruction": sample.instruction, "inputs": inputs_shown(task, sample),
        "meta": {name: sample.meta[name] for name in task.id_fields},
    }
