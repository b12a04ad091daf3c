"""The first answers that did not pass, below a report on the terminal: whoever sees counts asks which, and why."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from cli.render.text import plain
from cli.render.words import known
from scoring.counting import counted
from scoring.verdict import NO_ANSWER, PASSED, SCORED, UNSCORED

FIRST = 5
_NOT_FAILED = frozenset({PASSED, SCORED, UNSCORED})  # the report itself has the reasons of what is unscored


def print_failures(rows: Iterable[Mapping[str, Any]], console: Console, out: Path | None) -> None:
    """Prints nothing where all passed. `rows` are those of verdicts.jsonl, whose reasons are fit to be shown; `out` is the
    folder that holds them all, if there is one. Answers that never came are listed last."""
    rows = list(rows)
    failed = sorted((row for row in rows if row["verdict"] not in _NOT_FAILED), key=lambda row: row["verdict"] == NO_ANSWER)
    if not failed:
        return
    tasks, attempts = len({row["task"] for row in rows}) > 1, any(row["attempt"] for row in rows)
    more = f", the first {FIRST}" if len(failed) > FIRST else ""
    console.print(Text(f"{counted(len(failed), 'answer')} did not pass{more}:", "bold"))
    for row in failed[:FIRST]:
        console.print(_line(row, with_task=tasks, with_attempt=attempts))
    where = f"./assay verdicts {out} lists all" if out else "--out DIR keeps all"
    console.print(Text(f"{where} of them, with answers and logs.", "dim"))
    console.print()


def _line(row: Mapping[str, Any], *, with_task: bool, with_attempt: bool) -> Text:
    words = known(row["verdict"])
    place = f"  {plain(row['task'])} " if with_task else "  "
    attempt = f", attempt {row['attempt']}" if with_attempt else ""
    reason = f": {plain(row['reason'])}" if row.get("reason") else ""
    return Text.assemble(place, (plain(row["sample"]), "bold"), f"{attempt}: ", (words.label, words.colour), reason)
