"""Problems of a submission, and differences between reports, for the terminal."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.render.text import plain

SHOWN = 50
STYLES = {"error": "bold red", "warning": "yellow"}


def print_problems(problems: Iterable[Mapping[str, Any]], console: Console) -> None:
    """Errors first; at most 50 lines, then how many more there are."""
    ordered = sorted(problems, key=lambda problem: problem["severity"] != "error")
    for problem in ordered[:SHOWN]:
        line = Text(problem["severity"], style=STYLES[problem["severity"]])
        line.append(f"  {_place(problem)}: {plain(problem['message'])} [{problem['code']}]", style="default")
        console.print(line)
        if problem["mend"]:
            console.print(Text(f"         {plain(problem['mend'])}", style="dim"))
    if len(ordered) > SHOWN:
        console.print(f"... and {len(ordered) - SHOWN} more; --json lists them all", markup=False)


def _place(problem: Mapping[str, Any]) -> str:
    parts = [plain(problem["file"] or "archive")]
    if problem["row"] is not None:
        parts.append(f"row {problem['row']}")
    if problem["sample"] is not None:
        parts.append(f"sample {plain(problem['sample'])}")
    return ", ".join(parts)


def print_comparison(diff: Mapping[str, Any], console: Console) -> None:
    """Metric by metric, then how many samples changed; `diff` as made by `scoring.compare.diff`, with names a and b."""
    table = Table("task", "metric", diff["a"], diff["b"], "change")
    for task, entry in diff["tasks"].items():
        for metric, change in entry["metrics"].items():
            values = [change["a"], change["b"], change["delta"]]
            table.add_row(plain(task), metric, *("-" if value is None else f"{value:.4f}" for value in values))
    console.print(table)
    changed = sum(len(entry["changed"]) for entry in diff["tasks"].values())
    console.print(f"{changed} samples changed", markup=False)
