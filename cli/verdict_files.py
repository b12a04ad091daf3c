"""The verdicts that `./assay score --out DIR` wrote, for whoever has no service to ask."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scoring.errors import BadInput, NotFound

FILE = "verdicts.jsonl"
_FIELDS = frozenset({"task", "sample", "attempt", "verdict", "reason", "weak_guarantee"})


def file_of(name: str) -> Path | None:
    """The file that a path or folder names; None where there is neither, so that it may be a job's id."""
    path = Path(name)
    return path / FILE if (path / FILE).is_file() else path if path.is_file() else None


def rows_of(file: Path, wanted: Mapping[str, str | None]) -> Iterator[dict[str, Any]]:
    """The rows whose fields are as `wanted`, None standing for any; their `id` is the number of their line. Raises BadInput for
    a file of another kind."""
    for row in _rows(file):
        if all(row[name] == value for name, value in wanted.items() if value is not None):
            yield row


def row_of(file: Path, number: int) -> dict[str, Any]:
    """Everything that is known of one attempt, with its answer and its log. Raises NotFound."""
    found = next((row for row in _rows(file) if row["id"] == number), None)
    if found is None:
        raise NotFound(f"{file} has no verdict {number}", code="no_such_verdict", mend="the ids stand in the first column")
    return found


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict) or not row.keys() >= _FIELDS:
                raise BadInput(f"line {number} of {file} is no verdict", code="no_verdicts",
                               mend=f"give a folder of ./assay score --out, or the {FILE} in it")
            yield {"id": number, **row}
