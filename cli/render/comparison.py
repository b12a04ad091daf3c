"""The difference of two reports, for the terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.render.text import plain
from cli.render.view import ALIKE
from scoring.counting import counted

NAMED = 8  # samples by name


def print_comparison(diff: Mapping[str, Any], console: Console) -> None:
    """What is compared and what makes it hard to, metric by metric with the total, then which samples changed; `diff` as made
    by `scoring.compare.diff`, with `a`, `b` and `models`, and `paired` by `scoring.paired.paired`."""
    for side in ("a", "b"):
        model = diff["models"][side]
        console.print(Text.assemble((f"{side}  ", "bold"), f"{plain(model)}  " if model else "", (plain(diff[side]), "dim")))
    for said in diff["differ"]:
        console.print(Text(f"not the same rules: {plain(said)}. What changed below may come from that.", style="bold yellow"))
    console.print(_table(diff))
    console.print(Text("The interval is of the change, over the samples that are scored in both. Where it holds 0, another "
                       "choice of samples might show no change, or the opposite.", style="dim"))
    _print_reasons(diff, console)
    for task, entry in diff["tasks"].items():
        _print_samples(task, entry, diff["paired"]["tasks"].get(task), console)
    if not any(entry["changed"] for entry in diff["tasks"].values()):
        console.print("no sample changed", markup=False)


def _table(diff: Mapping[str, Any]) -> Table:
    table = Table("task", "metric", "a", "b", "change", "95 % interval")
    for task, entry in diff["tasks"].items():
        of_task = diff["paired"]["tasks"].get(task, {"metrics": {}})["metrics"]
        for metric, change in entry["metrics"].items():
            table.add_row(plain(task), plain(metric), *_values(change), _interval(of_task.get(metric)))
    table.add_row("total", "", *_values(diff["totals"]), _interval(diff["paired"]["total"]), style="bold")
    return table


def _values(change: Mapping[str, float | None]) -> list[str]:
    delta = change["delta"]
    return ["-" if value is None else f"{value:.4f}" for value in (change["a"], change["b"])] + [
        "-" if delta is None else f"{delta:+.4f}"]


def _interval(found: Mapping[str, Any] | None) -> str:
    if found is None or found["ci95"] is None:
        return "-"
    low, high = found["ci95"]
    return "samples all alike" if high - low < ALIKE else f"{low:+.4f} … {high:+.4f}"


def _print_reasons(diff: Mapping[str, Any], console: Console) -> None:
    """Why intervals are missing, each reason once with the metrics that it is for."""
    found: dict[str, list[str]] = {}
    for task, entry in diff["paired"]["tasks"].items():
        for metric, change in entry["metrics"].items():
            if change["reason"]:
                found.setdefault(change["reason"], []).append(f"{plain(metric)} of {plain(task)}")
    if diff["paired"]["total"]["reason"]:
        found.setdefault(diff["paired"]["total"]["reason"], []).append("the total")
    for reason, what in found.items():
        more = f" and {len(what) - NAMED} more" if len(what) > NAMED else ""
        console.print(Text(f"no interval for {', '.join(what[:NAMED])}{more}: {plain(reason)}", style="dim"))


def _print_samples(task: str, entry: Mapping[str, Any], paired: Mapping[str, Any] | None, console: Console) -> None:
    only = (paired or {}).get("only", {})
    if any(only.values()):
        console.print(f"{plain(task)}: {counted(only['a'], 'sample')} only a passes, "
                      f"{counted(only['b'], 'sample')} only b passes", markup=False)
    for said, names in _groups(entry["changed"]).items():
        if names:
            more = ", ..." if len(names) > NAMED else ""
            listed = ", ".join(map(plain, names[:NAMED]))
            console.print(f"{plain(task)}, {said}: {listed}{more}", markup=False)


def _groups(changed: Mapping[str, list[int | None]]) -> dict[str, list[str]]:
    """Names of samples by what changed: a sample stands in one group only."""
    groups: dict[str, list[str]] = {"only a": [], "only b": [], "more often in a": [], "more often in b": []}
    for name, (a, b) in changed.items():
        if bool(a) != bool(b):
            groups["only a" if a else "only b"].append(name)
        elif a and b:
            groups["more often in a" if a > b else "more often in b"].append(name)
    return groups
