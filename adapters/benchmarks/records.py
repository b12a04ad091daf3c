"""The records of a task: a MERA dataset file, JSONL (also .gz) or Parquet -> samples.

Readers raise ValueError with a sentence that names what is wrong; `Faulty` holds one for each faulty record.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet

from adapters.benchmarks.text import read_json
from scoring.benchmark import Sample
from scoring.canonical import canonical_json
from scoring.near import nearest
from scoring.tasks.kind import MISSPELT

PARTS = ("instruction", "inputs", "outputs", "meta")


@dataclass(frozen=True)
class Records:
    """`access` is what a MERA file says of itself; None elsewhere."""

    samples: tuple[Sample, ...]
    access: str | None = None


class Faulty(ValueError):
    """Records that cannot be used: `faults` has a sentence for each."""

    def __init__(self, faults: list[str]):
        super().__init__("; ".join(faults))
        self.faults = faults


def read_records(path: Path, fields: Mapping[str, str], id_fields: tuple[str, ...]) -> Records:
    """The samples of a data file, in its order; their ids are text, joined from `id_fields` of `meta` with "/".

    Raises Faulty with every faulty record (counted from 0), OSError and ValueError for the file as a whole.
    """
    access, rows = _rows(path)
    samples, faults = [], []
    for number, row in enumerate(rows):
        try:
            samples.append(_sample(row, fields, id_fields))
        except ValueError as error:
            faults.append(f"record {number}: {error}")
    if faults:
        raise Faulty(faults)
    return Records(tuple(samples), access)


def _rows(path: Path) -> tuple[str | None, list[Any]]:
    """What the file says of its access, and its rows; a line that is no JSON stays a ValueError in its place."""
    if path.name.endswith(".json"):
        document = read_json(path.read_text("utf-8-sig"))
        if not isinstance(document, dict) or not isinstance(document.get("data"), list):
            raise ValueError('must be an object with a list "data"')
        return document.get("access"), document["data"]
    if path.name.endswith((".jsonl", ".jsonl.gz")):
        return None, list(_lines(path))
    if path.name.endswith(".parquet"):
        return None, pyarrow.parquet.read_table(path).to_pylist()
    raise ValueError("must end in .json, .jsonl, .jsonl.gz or .parquet")


def _lines(path: Path) -> Iterator[Any]:
    opened = gzip.open(path, "rt", encoding="utf-8-sig") if path.name.endswith(".gz") else path.open(encoding="utf-8-sig")
    with opened as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield read_json(line)
                except ValueError as error:
                    said = f"{error.msg} (column {error.colno})" if isinstance(error, json.JSONDecodeError) else error
                    yield ValueError(f"line {number} is no JSON: {said}")


def _sample(row: Any, fields: Mapping[str, str], id_fields: tuple[str, ...]) -> Sample:
    if isinstance(row, ValueError):
        raise row
    if not isinstance(row, dict):
        raise ValueError("it is no object")
    parts = _mapped(row, fields) if fields else _as_it_stands(row)
    _require_json(parts)
    meta = parts["meta"] or {}
    if not isinstance(meta, dict):
        raise ValueError("meta is no object")
    if not isinstance(parts["instruction"], str | None):
        raise ValueError("instruction is no text")
    found = [meta.get(name) for name in id_fields]
    if any(isinstance(value, bool) or not isinstance(value, int | str) or value == "" for value in found):
        raise ValueError(f"it has no id: meta.{', meta.'.join(id_fields)} must be text or a whole number")
    return Sample(
        id="/".join(str(value) for value in found), instruction=parts["instruction"] or "", inputs=parts["inputs"],
        outputs=parts["outputs"], meta=meta,
    )


def _as_it_stands(row: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a record, which may hold more; what looks like a misspelt part would pass for left out."""
    lacking = [name for name in PARTS if name not in row]
    for name in row if lacking else ():
        if name not in PARTS and (near := nearest(name, lacking, MISSPELT)):
            raise ValueError(f"it has a field {name!r} that is not read; did you mean {near!r}?")
    return {name: row.get(name) for name in PARTS}


def _require_json(parts: Mapping[str, Any]) -> None:
    """Parquet may hold dates, bytes or NaN, which no snapshot could keep."""
    for name, value in parts.items():
        try:
            canonical_json(value)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name} holds what JSON lacks: {error}") from None


def _mapped(row: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    """`{"inputs.prompt": "text"}` puts column `text` into inputs["prompt"]; `{"outputs": "gold"}` makes it all of it."""
    parts: dict[str, Any] = {name: None for name in PARTS}
    for target, column in fields.items():
        if column not in row:
            raise ValueError(f"it has no column {column!r}")
        part, _, key = target.partition(".")
        if key:
            parts[part] = {**(parts[part] or {}), key: row[column]}
        else:
            parts[part] = row[column]
    return parts
