"""Problems of a submission, and differences between reports, for the terminal."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.render.text import plain

SHOWN = 50
NAMED = 8  # samples by name in a comparison
STYLES = {"error": "bold red", "warning": "yellow"}


def print_problems(problems: Iterable[Mapping[str, Any]], console: Console) -> None:
    """Errors first, at most 50 of them; of warnings that say the same of many samples one line with their number."""
    errors = [problem for problem in problems if problem["severity"] == "error"]
    warnings = [problem for problem in problems if problem["severity"] != "error"]
    for problem in errors[:SHOWN]:
        _print(problem, console)
    if len(errors) > SHOWN:
        console.print(f"... and {len(errors) - SHOWN} more errors; --json lists them all", markup=False)
    alike: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for problem in warnings:
        alike.setdefault((problem["task"] or problem["file"], problem["code"]), []).append(problem)
    for (where, _), group in alike.items():
        _print(group[0], console)
        if len(group) > 1:
            rest = f"the same for {len(group) - 1} more of {plain(where)}; --json lists them all"
            console.print(Text(f"         {rest}", style="dim"))


def _print(problem: Mapping[str, Any], console: Console) -> None:
    line = Text(problem["severity"], style=STYLES[problem["severity"]])
    line.append(f"  {_place(problem)}: {plain(problem['message'])} [{problem['code']}]", style="default")
    console.print(line)
    if problem["mend"]:
        console.print(Text(f"         {plain(problem['mend'])}", style="dim"))


def _place(problem: Mapping[str, Any]) -> str:
    parts = [plain(problem["file"] or "archive")]
    if problem["task"] and not problem["file"].startswith(problem["task"]):
        parts.append(plain(problem["task"]))
    if problem["row"] is not None:
        parts.append(f"row {problem['row']}")
    if problem["sample"] is not None:
        parts.append(f"sample {plain(problem['sample'])}")
    return ", ".join(parts)


def print_comparison(diff: Mapping[str, Any], console: Console) -> None:
    """What makes them hard to compare, metric by metric, then how many samples changed; `diff` as made by
    `scoring.compare.diff`, with names a and b."""
    for said in diff["differ"]:
        console.print(Text(f"not the same rules: {plain(said)}. What changed below may come from that.", style="bold yellow"))
    table = Table("task", "metric", diff["a"], diff["b"], "change")
    for task, entry in diff["tasks"].items():
        for metric, change in entry["metrics"].items():
            values = [change["a"], change["b"], change["delta"]]
            shown = ["-" if value is None else f"{value:.4f}" for value in values[:2]]
            shown.append("-" if values[2] is None else f"{values[2]:+.4f}")
            table.add_row(plain(task), metric, *shown)
    console.print(table)
    for task, entry in diff["tasks"].items():
        better = [name for name, (a, b) in entry["changed"].items() if (b or 0) > (a or 0)]
        worse = [name for name, (a, b) in entry["changed"].items() if (b or 0) < (a or 0)]
        for word, names in (("better", better), ("worse", worse)):
            if names:
                more = ", ..." if len(names) > NAMED else ""
                console.print(f"{plain(task)}: {len(names)} {word}: {', '.join(map(plain, names[:NAMED]))}{more}", markup=False)
    if not any(entry["changed"] for entry in diff["tasks"].values()):
        console.print("no sample changed", markup=False)
