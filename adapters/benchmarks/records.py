"""The records of a task: a MERA dataset file, JSONL (also .gz) or Parquet -> samples.

Every reader raises ValueError with a sentence that names what is wrong.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet

from scoring.benchmark import Sample
from scoring.canonical import canonical_json

PARTS = ("instruction", "inputs", "outputs", "meta")


@dataclass(frozen=True)
class Records:
    """`access` is what a MERA file says of itself; None elsewhere."""

    samples: tuple[Sample, ...]
    access: str | None = None


def read_records(path: Path, fields: Mapping[str, str], id_fields: tuple[str, ...]) -> Records:
    """The samples of a data file, in its order; their ids are text, joined from `id_fields` of `meta` with "/"."""
    access = None
    if path.name.endswith(".json"):
        document = json.loads(path.read_text("utf-8-sig"))
        if not isinstance(document, dict) or not isinstance(document.get("data"), list):
            raise ValueError('must be an object with a list "data"')
        access, rows = document.get("access"), document["data"]
    elif path.name.endswith((".jsonl", ".jsonl.gz")):
        rows = list(_lines(path))
    elif path.name.endswith(".parquet"):
        rows = pyarrow.parquet.read_table(path).to_pylist()
    else:
        raise ValueError("must end in .json, .jsonl, .jsonl.gz or .parquet")
    return Records(tuple(_sample(row, number, fields, id_fields) for number, row in enumerate(rows)), access)


def _lines(path: Path) -> Iterator[Any]:
    opened = gzip.open(path, "rt", encoding="utf-8-sig") if path.name.endswith(".gz") else path.open(encoding="utf-8-sig")
    with opened as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise ValueError(f"line {number} is no JSON: {error}") from None


def _sample(row: Any, number: int, fields: Mapping[str, str], id_fields: tuple[str, ...]) -> Sample:
    if not isinstance(row, dict):
        raise ValueError(f"record {number} is no object")
    parts = _mapped(row, number, fields) if fields else {name: row.get(name) for name in PARTS}
    meta = parts["meta"] or {}
    if not isinstance(meta, dict):
        raise ValueError(f"record {number}: meta is no object")
    if not isinstance(parts["instruction"], str | None):
        raise ValueError(f"record {number}: instruction is no text")
    try:
        canonical_json(parts)
    except (TypeError, ValueError) as error:  # NaN, or a type that only Parquet has
        raise ValueError(f"record {number} holds what JSON cannot: {error}") from None
    found = [meta.get(name) for name in id_fields]
    if any(isinstance(value, bool) or not isinstance(value, int | str) or value == "" for value in found):
        raise ValueError(f"record {number} has no id: meta.{', meta.'.join(id_fields)} must be text or a whole number")
    return Sample(
        id="/".join(str(value) for value in found), instruction=parts["instruction"] or "", inputs=parts["inputs"],
        outputs=parts["outputs"], meta=meta,
    )


def _mapped(row: Mapping[str, Any], number: int, fields: Mapping[str, str]) -> dict[str, Any]:
    """`{"inputs.prompt": "text"}` puts column `text` into inputs["prompt"]; `{"outputs": "gold"}` makes it all of it."""
    parts: dict[str, Any] = {name: None for name in PARTS}
    for target, column in fields.items():
        if column not in row:
            raise ValueError(f"record {number} has no column {column!r}")
        part, _, key = target.partition(".")
        if key:
            parts[part] = {**(parts[part] or {}), key: row[column]}
        else:
            parts[part] = row[column]
    return parts
