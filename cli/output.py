"""Writing results: the folder of `--out`, and JSON on stdout."""

import json
import sys
from pathlib import Path
from typing import Any

from cli.render.asked import Asked
from cli.render.html import render_html
from cli.render.rows import NOTHING_KNOWN
from scoring.canonical import canonical_json
from scoring.errors import UsageFault


def make_folder(folder: Path) -> None:
    """Before the work, so that hours of it are not lost for want of a place. Raises UsageFault."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageFault(f"the folder {folder} cannot be made: {error.strerror}", mend="name another one") from error


def write_results(folder: Path, report: dict[str, Any], verdicts: list[dict[str, Any]], asked: Asked = NOTHING_KNOWN) -> None:
    """report.json, report.html and verdicts.jsonl; `verdicts` are rows as `cli.render.html` takes them, and
    `asked` knows what was asked for."""
    make_folder(folder)
    (folder / "report.json").write_text(canonical_json(report) + "\n", encoding="ascii")
    (folder / "report.html").write_text(render_html(report, verdicts, asked=asked), encoding="utf-8")
    with (folder / "verdicts.jsonl").open("w", encoding="ascii") as lines:
        for row in verdicts:
            lines.write(canonical_json(row) + "\n")


def print_json(value: Any) -> None:
    """One JSON document on stdout, nothing else there."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, sort_keys=True)
    sys.stdout.write("\n")
