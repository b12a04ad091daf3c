"""Writing an imported pack."""

import json
from pathlib import Path
from typing import Any

import yaml

from scoring.errors import BadInput


def write_pack(to: Path, manifest: dict[str, Any], data: dict[str, list[dict[str, Any]]]) -> None:
    """benchmark.yaml and JSONL data files. Raises BadInput when the folder already holds a pack."""
    if (to / "benchmark.yaml").exists():
        raise BadInput(f"{to} already holds a pack", code="pack_exists", mend="name a new folder, or delete this one")
    to.mkdir(parents=True, exist_ok=True)
    for name, records in data.items():
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        (to / name).write_text(lines, encoding="utf-8")
    text = yaml.safe_dump(manifest, allow_unicode=True, sort_keys=False, width=120)
    (to / "benchmark.yaml").write_text(text, encoding="utf-8")


def pass_metrics(attempts: int) -> list[str]:
    """pass@1, 5 and 10, as far as the attempts reach."""
    return [f"pass@{k}" for k in (1, 5, 10) if k <= attempts]


def field(record: Any, name: str, number: int) -> Any:
    """A field of a published record. Raises BadInput that names record and field when it is not there."""
    if not isinstance(record, dict) or name not in record:
        raise BadInput(f"record {number} has no field {name!r}", code="not_the_published_file",
                       mend="give the file as its authors publish it")
    return record[name]
