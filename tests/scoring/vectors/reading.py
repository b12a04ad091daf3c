"""Reading the reference vectors: values computed by running the published scorers."""

import json
from pathlib import Path
from typing import Any


def rows(shared: Path, name: str) -> list[dict[str, Any]]:
    """The rows of one file. Fails where it has none: a comparison with nothing proves nothing."""
    with (shared / "vectors" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    assert found, f"{name} has no rows"
    return found


def misses(found: list[dict[str, Any]], of) -> dict[str, Any]:
    """id -> (what `of(row)` gave, what the row expects), for every row where they differ."""
    given = {row["id"]: (of(row), row.get("expected", "")) for row in found}
    return {name: pair for name, pair in given.items() if pair[0] != pair[1]}
