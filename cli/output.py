"""Writing results: the folder of `--out`, and JSON on stdout."""

import json
import sys
from pathlib import Path
from typing import Any

from cli.embedded import Scored
from cli.render.html import render_html
from scoring.canonical import canonical_json


def write_results(folder: Path, scored: Scored) -> None:
    """report.json, report.html and verdicts.jsonl."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(canonical_json(scored.report) + "\n", encoding="ascii")
    (folder / "report.html").write_text(render_html(scored.report, scored.verdicts), encoding="utf-8")
    with (folder / "verdicts.jsonl").open("w", encoding="ascii") as lines:
        for row in scored.verdicts:
            lines.write(canonical_json(row) + "\n")


def print_json(value: Any) -> None:
    """One JSON document on stdout, nothing else there."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, sort_keys=True)
    sys.stdout.write("\n")
