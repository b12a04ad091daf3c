"""Writing an imported pack."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from cli.output import make_folder
from scoring.benchmark import Sample
from scoring.errors import BadInput


def write_pack(to: Path, manifest: dict[str, Any], data: dict[str, list[dict[str, Any]]]) -> None:
    """benchmark.yaml and JSONL data files. Raises BadInput when the folder already holds a pack, or there are no records."""
    if (to / "benchmark.yaml").exists():
        raise BadInput(f"{to} already holds a pack", code="pack_exists", mend="name a new folder, or delete this one")
    if not all(data.values()):
        raise BadInput("the source holds no records", code="not_the_published_file",
                       mend="give the file as its authors publish it")
    make_folder(to)
    for name, records in data.items():
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        (to / name).write_text(lines, encoding="utf-8")
    (to / "benchmark.yaml").write_text(
        yaml.safe_dump(manifest, allow_unicode=True, sort_keys=False, width=120), encoding="utf-8")


def clustered_by(field: str, rows: list[dict[str, Any]]) -> dict[str, str]:
    """What a task says whose samples of one repository hang together; nothing where there is one only, of which no interval
    over repositories can be had."""
    return {"cluster": f"meta.{field}"} if len({row["meta"][field] for row in rows}) > 1 else {}


def limited_to(tasks: dict[str, dict[str, Any]], manifest: dict[str, Any]) -> dict[str, Any]:
    """The manifest with these tasks only, and without the groups of totals that lack one: such a mean would be another."""
    groups = {name: group for name, group in (manifest.get("totals") or {}).items() if set(group) <= tasks.keys()}
    rest = {key: value for key, value in manifest.items() if key not in ("totals", "tasks")}
    return {**rest, **({"totals": groups} if groups else {}), "tasks": tasks}


def record_of(sample: Sample) -> dict[str, Any]:
    """A sample as a line of a data file."""
    return {"instruction": sample.instruction, "inputs": sample.inputs, "outputs": sample.outputs, "meta": dict(sample.meta)}


def copy_files(frm: Path, to: Path, tasks: dict[str, dict[str, Any]], without: str | None = None) -> None:
    """Settings of these tasks that are files of their own, such as the prompt of a judge; `without` that setting."""
    for file in {file for part in tasks.values() for name, file in part.get("files", {}).items() if name != without}:
        (to / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(frm / file, to / file)


def pass_metrics(attempts: int) -> list[str]:
    """pass@1, 5 and 10, as far as the attempts reach."""
    return [f"pass@{k}" for k in (1, 5, 10) if k <= attempts]


def text(record: Any, name: str, number: int) -> str:
    """A text field of a published record. Raises BadInput that names record and field when it is not there."""
    return _field(record, name, number, lambda value: isinstance(value, str), "text")


def texts(record: Any, name: str, number: int) -> list[str]:
    """A list of texts, likewise."""
    return _field(record, name, number, _is_texts, "list of texts")


def number_of(record: Any, name: str, number: int) -> int:
    """A whole number, likewise."""
    return _field(record, name, number, lambda value: type(value) is int, "whole number")


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _field(record: Any, name: str, number: int, fits: Callable[[Any], bool], wanted: str) -> Any:
    if not isinstance(record, dict) or not fits(record.get(name)):
        raise BadInput(f"record {number} has no {wanted} {name!r}", code="not_the_published_file",
                       mend="give the file as its authors publish it")
    return record[name]
