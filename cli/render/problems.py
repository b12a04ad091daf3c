"""Problems of a submission, for the terminal."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from cli.render.text import plain
from scoring.counting import counted

SHOWN = 50
STYLES = {"error": "bold red", "warning": "yellow"}


def print_problems(problems: Iterable[Mapping[str, Any]], console: Console) -> None:
    """Errors first, at most 50 of them; of warnings that say the same of many samples one line with their number."""
    errors = [problem for problem in problems if problem["severity"] == "error"]
    warnings = [problem for problem in problems if problem["severity"] != "error"]
    for problem in errors[:SHOWN]:
        _print(problem, console)
    if len(errors) > SHOWN:
        console.print(f"... and {counted(len(errors) - SHOWN, 'more error')}; --json lists them all", markup=False)
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
