"""./assay compare"""

import json as json_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli.output import print_json
from cli.render.problems import print_comparison
from scoring.compare import diff
from scoring.errors import BadInput

app = typer.Typer()


@app.command()
def compare(
    reports: Annotated[list[Path], typer.Argument(metavar="REPORT REPORT [...]", help="report.json files.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Compare two or more reports: the first with each of the others."""
    if len(reports) < 2:
        raise BadInput("give at least two reports", code="usage", mend="./assay compare OLD/report.json NEW/report.json")
    contents = [_content(path) for path in reports]
    diffs = [{"a": str(reports[0]), "b": str(path), **diff(contents[0], content)}
             for path, content in zip(reports[1:], contents[1:], strict=True)]
    if json:
        print_json(diffs)
        return
    for found in diffs:
        print_comparison(found, Console())


def _content(path: Path) -> dict:
    try:
        return json_module.loads(path.read_text("utf-8"))["content"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} is no report: {error}", code="no_report", mend="give a report.json of --out") from error
