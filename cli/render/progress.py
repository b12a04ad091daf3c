"""How far a job is, on standard error: a bar per task on a terminal, plain lines in a log."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from cli.render.text import plain
from cli.render.view import natural, shares_of
from scoring.states import TERMINAL

MAX_BARS = 12  # more tasks than this get one bar together: a redraw must not scroll the terminal
OVERALL = "all tasks"


class JobProgress:
    """Shows job status documents `{state, tasks: {TASK: {done, total}}, verdicts: {VERDICT: count}}` as they come.

    `title` tells a run from others of the same command.
    """

    def __init__(self, console: Console, title: str = ""):
        self._console = console
        self._head = f"{title}: " if title else ""
        self._state = ""
        self._waiting = ""
        self._bars: dict[str, TaskID] = {}
        self._progress = Progress(
            TextColumn("{task.description}"), BarColumn(bar_width=28, finished_style="green"), MofNCompleteColumn(),
            TimeElapsedColumn(), TextColumn("{task.fields[verdicts]}", style="dim"),
            console=console, transient=True, refresh_per_second=5, disable=not console.is_terminal,
        )

    def show(self, status: Mapping[str, Any]) -> None:
        """Draws `status`; in a log, says one line for each new state. Says when the job begins to wait, and for what."""
        state = status["state"]
        if state != self._state and not self._console.is_terminal:
            self._console.print(self._line(status), markup=False, highlight=False)
        self._state = state
        if state not in TERMINAL:
            self._tell_wait(status.get("waiting") or {})
        for name, (done, total) in self._wanted(status).items():
            self._update(name, done, total, _brief(status) if name == OVERALL else "")

    def _tell_wait(self, waiting: Mapping[str, Any]) -> None:
        message = waiting.get("message", "")
        if message != self._waiting and (message or self._waiting):
            self._console.print(plain(message) or "it runs again", markup=False, highlight=False)
        self._waiting = message

    def _wanted(self, status: Mapping[str, Any]) -> dict[str, tuple[int, int | None]]:
        tasks = status.get("tasks") or {}
        done = sum(task["done"] for task in tasks.values())
        total = sum(task["total"] for task in tasks.values())
        overall: dict[str, tuple[int, int | None]] = {OVERALL: (done, total or None)}
        if not 1 < len(tasks) <= MAX_BARS:
            return overall
        names = sorted(tasks, key=natural)
        return overall | {plain(name): (tasks[name]["done"], tasks[name]["total"]) for name in names}

    def _update(self, name: str, done: int, total: int | None, verdicts: str) -> None:
        if name not in self._bars:
            self._bars[name] = self._progress.add_task(_escaped(self._head + name), total=None, verdicts="")
        self._progress.update(self._bars[name], completed=done, total=total, verdicts=verdicts)

    def _line(self, status: Mapping[str, Any]) -> str:
        done, total = self._wanted(status)[OVERALL]
        if total is None and status["state"] in TERMINAL:  # it was never planned: there are no attempts to speak of
            return self._head + status["state"].lower()
        return f"{self._head}{status['state'].lower()}: {done} of {'?' if total is None else total} attempts done"

    @contextmanager
    def drawn(self) -> Iterator["JobProgress"]:
        with self._progress:
            yield self


def progress(statuses: Iterable[Mapping[str, Any]], console: Console | None = None) -> Mapping[str, Any]:
    """Shows each status until they end, and returns the last. They come from polling or from the job's event stream.

    `console` is standard error unless given: standard output belongs to results. Raises ValueError when there is none.
    """
    last: Mapping[str, Any] | None = None
    with JobProgress(console or Console(stderr=True)).drawn() as shown:
        for status in statuses:
            shown.show(status)
            last = status
    if last is None:
        raise ValueError("a job has at least one status")
    return last


def _brief(status: Mapping[str, Any]) -> str:
    return ", ".join(f"{share.count} {share.words.label}" for share in shares_of(status.get("verdicts") or {})[:3])


def _escaped(name: str) -> str:
    """rich reads square brackets in a bar's text as markup."""
    return name.replace("[", r"\[")
