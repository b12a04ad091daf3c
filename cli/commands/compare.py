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
    reports: Annotated[list[Path], typer.Argument(metavar="REPORT", help="report.json files, or folders of --out.")],
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
    for content, found in zip(contents[1:], diffs, strict=True):
        for what in ("benchmark", "profile"):
            if contents[0].get(what) != content.get(what):
                Console(stderr=True).print(f"warning: the reports differ in {what}: their numbers do not compare", markup=False)
        print_comparison(found, Console())


def _content(path: Path) -> dict:
    path = path / "report.json" if path.is_dir() else path
    try:
        return json_module.loads(path.read_text("utf-8"))["content"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} is no report: {error}", code="no_report", mend="give a report.json of --out") from error
