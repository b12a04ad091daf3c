"""./assay compare"""

import json as json_module
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from adapters.benchmarks.text import words_of
from cli.output import print_json
from cli.render.comparison import print_comparison
from cli.render.view import model_name
from scoring.compare import are_comparable, diff
from scoring.errors import BadInput
from scoring.paired import paired

app = typer.Typer()


@app.command()
def compare(
    reports: Annotated[list[Path], typer.Argument(metavar="REPORT", help="report.json files, or folders of --out.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Compare two or more reports: the first with each of the others. Those of different benchmarks are refused."""
    if len(reports) < 2:
        raise BadInput("give at least two reports", code="usage", mend="./assay compare OLD/report.json NEW/report.json")
    first, *others = [_Read(path, _report(path)) for path in reports]
    diffs = [_compared(first, other) for other in others]
    if json:
        print_json(diffs)
        return
    for found in diffs:
        print_comparison(found, Console())


@dataclass(frozen=True)
class _Read:
    path: Path
    report: dict[str, Any]

    @property
    def model(self) -> str | None:
        return model_name(self.report.get("provenance", {})) or None

    @property
    def digest(self) -> str | None:
        return self.report.get("provenance", {}).get("benchmark", {}).get("digest")


def _compared(a: _Read, b: _Read) -> dict[str, Any]:
    found = diff(a.report["content"], b.report["content"])
    if not are_comparable(a.report["content"], b.report["content"]):
        why = "; ".join(found["differ"]) or "other tasks were scored"
        raise BadInput(f"{a.path} and {b.path} have no task with the same samples: {why}", code="not_comparable",
                       mend="compare reports of one benchmark")
    if not found["differ"] and a.digest != b.digest:
        found["differ"] = ["another pack of the same version: it was changed in between, or one of them was scored with --full"]
    return {"a": str(a.path), "b": str(b.path), "models": {"a": a.model, "b": b.model}, **found,
            "paired": paired(a.report["content"], b.report["content"])}


def _report(path: Path) -> dict[str, Any]:
    path, mend = path / "report.json" if path.is_dir() else path, "give a report.json, or the folder of --out"
    try:
        found = json_module.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}", code="no_such_file", mend=mend) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} is no report: {words_of(error)}", code="no_report", mend=mend) from error
    if not isinstance(found, dict) or not isinstance(found.get("content"), dict) or "tasks" not in found["content"]:
        raise BadInput(f"{path} is no report: it has no content", code="no_report", mend=mend)
    return found
