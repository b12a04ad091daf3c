"""A report on the terminal: what it is worth, task by task, and why the rest failed."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.render.text import plain
from cli.render.view import Metric, ReportView, Share, TaskView, number, view_of
from cli.render.words import WEAK_MEANING, WEAK_NAME, WORDS
from scoring.counting import counted
from scoring.verdict import PASSED, UNSCORED

BAR_CELLS = 16
NAMED = 8  # samples by name in a note


def print_report(report: Mapping[str, Any], console: Console, verdicts: Iterable[Mapping[str, Any]] = ()) -> None:
    """Prints a report.json document: scores with their intervals, verdicts, unscored attempts, total. `verdicts` are its rows,
    where they are at hand: samples that passed under the weaker guarantee are named from them.

    Fits 80 columns, and names of tasks and models cannot steer the terminal. Raises KeyError where the report lacks
    what every report has.
    """
    view = view_of(report)
    parts = [_headline(view), _scores(view), _verdicts(view, console)]
    if view.unscored:
        parts.append(_unscored_note(view))
    if any(task.weak for task in view.tasks):
        parts.append(_weak_note(view, verdicts))
    if view.other_judges:
        parts.append(_other_judges_note(view))
    parts += [_set_apart(task, what, samples) for task in view.tasks
              for what, samples in (("quarantined", task.quarantined), ("flagged", task.flagged)) if samples]
    for part in [*parts, *map(_group_line, view.groups), _total_line(view)]:
        console.print()
        console.print(part)
    console.print()


def _headline(view: ReportView) -> Text:
    line = Text.assemble((plain(view.benchmark) or "Report", "bold"))
    if view.model:
        line.append(f"  {plain(view.model)}")
    line.append(f"  profile {plain(view.profile)}", style="dim")
    return line


def _table(**columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name, justify in columns.items():
        table.add_column(name.replace("_", " ").strip(), justify=justify, overflow="fold")
    return table


def _scores(view: ReportView) -> Table:
    table = _table(task="left", metric="left", value="right", interval="right", n="right")
    table.columns[3].header = "95 % interval"
    for task in view.tasks:
        for index, metric in enumerate(task.metrics):
            table.add_row(Text(plain(task.name) if index == 0 else "", "bold"), *_metric_cells(metric))
    return table


def _metric_cells(metric: Metric) -> tuple[Text, ...]:
    count = Text("–" if metric.n is None else str(metric.n), "dim")
    if metric.value is None:
        return Text(plain(metric.name)), Text("–"), Text(plain(metric.reason or "no value"), "dim"), count
    value = Text(number(metric.value) + ("*" if metric.incomplete else ""), "bold")
    interval = Text(metric.interval)
    if metric.range:
        interval.append(f"\n* {number(metric.range[0])} – {number(metric.range[1])}", "dim")
    return Text(plain(metric.name)), value, interval, count


def _verdicts(view: ReportView, console: Console) -> Table:
    table = _table(task="left", attempts="right", bar="left", verdicts="left")
    table.columns[2].header = ""
    for task in view.tasks:
        table.add_row(Text(plain(task.name), "bold"), str(task.total), _bar(task, console), _counts(task.shares))
    return table


def _bar(task: TaskView, console: Console) -> Text:
    """A stacked bar, readable without colours too. Cells follow the running sum, so that rounding keeps its length."""
    passed, failed = ("#", "-") if console.options.ascii_only else ("█", "▒")
    bar = Text()
    for share in task.shares:
        cells = round((share.start + share.part) * BAR_CELLS) - round(share.start * BAR_CELLS)
        block = {PASSED: passed, UNSCORED: "?"}.get(share.verdict, failed)
        bar.append(block * cells, style=share.words.colour)
    return bar


def _counts(shares: tuple[Share, ...]) -> Text:
    return Text(", ").join(
        Text.assemble((str(share.count), f"bold {share.words.colour}"), f" {share.words.label}") for share in shares
    )


def _unscored_note(view: ReportView) -> Text:
    words = WORDS[UNSCORED]
    reasons = "".join(f"\n  {count} × {plain(reason)}" for reason, count in view.why_unscored[:NAMED])
    more = f"\n  and {counted(len(view.why_unscored) - NAMED, 'more reason')}" if len(view.why_unscored) > NAMED else ""
    return Text.assemble(
        (f"{view.unscored} of {view.attempts} attempts are UNSCORED. ", "bold yellow"), words.meaning, reasons, more,
        "\n" if reasons else " ", words.hint,
        " Values marked * stand for the scored samples, with the range that the others leave open.",
    )


def _weak_note(view: ReportView, verdicts: Iterable[Mapping[str, Any]]) -> Text:
    samples: dict[str, dict[str, None]] = {}
    for row in verdicts:
        if row.get("weak_guarantee"):
            samples.setdefault(str(row["task"]), {})[plain(row["sample"])] = None
    counts = ", ".join(f"{task.weak} of {plain(task.name)}{_named(list(samples.get(task.name, ())))}"
                       for task in view.tasks if task.weak)
    return Text(f"{WEAK_NAME.capitalize()} for passes: {counts}. {WEAK_MEANING[:1].upper()}{WEAK_MEANING[1:]}", "dim")


def _named(samples: list[str]) -> str:
    more = f" and {len(samples) - NAMED} more" if len(samples) > NAMED else ""
    return f" ({', '.join(samples[:NAMED])}{more})" if samples else ""


def _other_judges_note(view: ReportView) -> Text:
    said = "; ".join(plain(line) for line in view.other_judges)
    return Text.assemble(("Another judge. ", "bold yellow"), f"{said}. Compare the total with none that was judged otherwise.")


def _set_apart(task: TaskView, what: str, samples: tuple[tuple[str, str], ...]) -> Text:
    """Samples that are out of the benchmark, or whose answers tampered with their tests, each with the reason."""
    meaning = {"quarantined": "no part of the benchmark, for they fail their own proof",
               "flagged": "an answer tampered with the tests"}[what]
    listed = "".join(f"\n  {plain(sample)}: {plain(why)}" for sample, why in samples[:NAMED])
    more = f"\n  and {len(samples) - NAMED} more" if len(samples) > NAMED else ""
    return Text.assemble((f"{len(samples)} {what} in {plain(task.name)}", "bold yellow"), f" ({meaning}):{listed}{more}")


def _total_line(view: ReportView) -> Text:
    line = Text.assemble(("Total ", "dim"))
    if view.total and view.total.value is not None:
        line.append(number(view.total.value) + ("*" if view.total.incomplete else ""), "bold")
        if view.total.interval:
            line.append(f"  95 % {view.total.interval}", "dim")
        if view.total.range:
            line.append(f"  * {number(view.total.range[0])} – {number(view.total.range[1])}", "dim")
    else:
        line.append("–", "bold")
        line.append(f"  {_why_no_total(view)}", "dim")
    line.append(f"  {view.passed} of {view.judged} scored attempts passed", "dim")
    return line


def _group_line(group: Metric) -> Text:
    if group.value is None:
        return Text.assemble((f"{plain(group.name)} ", "dim"), ("–", "bold"), (f"  {plain(group.reason or '')}", "dim"))
    return Text.assemble((f"{plain(group.name)} ", "dim"), (number(group.value) + ("*" if group.incomplete else ""), "bold"))


def _why_no_total(view: ReportView) -> str:
    reason = plain((view.total and view.total.reason) or "")
    if not reason and view.missing:
        reason = "no total without " + ", ".join(plain(task) for task in view.missing)
    partial = f"; mean of what is there: {number(view.partial)}" if view.partial is not None else ""
    return (reason or "this benchmark gives no total") + partial
