"""Which verdicts a page can hold: a big submission has more than a browser, or a reader, can take."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cli.render.asked import Asked
from cli.render.text import shortened
from cli.render.words import Words, known
from scoring.verdict import PASSED, UNSCORED

MAX_ROWS = 2_000
MAX_ANSWER = 6_000  # characters of one answer
MAX_LOG = 3_000
MAX_INSTRUCTION = 4_000
MAX_TEXT = 6_000_000  # characters of all answers, logs and instructions together: a page that still opens on a phone
NOTHING_KNOWN = Asked()
UNKNOWN = "?"


@dataclass(frozen=True)
class Row:
    """One verdict as shown. `answer` and `log` are None for private tasks and where there was no room (`crowded`)."""

    task: str
    sample: str
    attempt: int
    verdict: str
    words: Words
    reason: str
    tests: str
    answer: str | None
    answer_cut: int
    log: str | None
    log_cut: int
    crowded: bool = False
    weak: bool = False  # a pass under the weaker guarantee
    instruction: str | None = None  # of what did not pass, where it may be shown
    instruction_cut: int = 0
    judged_by: str = ""


@dataclass(frozen=True)
class Chosen:
    """The rows that fit, in the order in which they came, of `total`; `left_out` counts the others by verdict."""

    rows: tuple[Row, ...]
    total: int
    left_out: Mapping[str, int]

    @property
    def has_stopped(self) -> bool:
        """Whether a run stopped before it could count the tests that pass."""
        return any(row.tests.startswith(UNKNOWN) for row in self.rows)


def choose(verdicts: Iterable[Mapping[str, Any]], limit: int = MAX_ROWS, asked: Asked = NOTHING_KNOWN) -> Chosen:
    """Picks at most `limit` rows: unscored first, then failures, then passes, taking turns among the tasks.

    Reads `verdicts` once and never holds more than `2 * limit` of them, so that any submission fits in memory.
    """
    seen: Counter[tuple[str, int]] = Counter()
    counts: Counter[str] = Counter()
    kept: list[tuple[tuple[int, int, int], Row]] = []
    for order, verdict in enumerate(verdicts):
        rank = _rank(verdict["verdict"])
        turn = seen[verdict["task"], rank]
        seen[verdict["task"], rank] += 1
        counts[verdict["verdict"]] += 1
        kept.append(((rank, turn, order), _row(verdict)))
        if len(kept) >= 2 * limit:
            kept = _best(kept, limit)
    chosen = sorted(_best(kept, limit), key=lambda pair: pair[0][2])
    rows = tuple(_within_budget(_with_instruction(row, asked) for _, row in chosen))
    total = counts.total()
    counts.subtract(row.verdict for row in rows)
    return Chosen(rows, total, +counts)


def _best(kept: list[tuple[tuple[int, int, int], Row]], limit: int) -> list[tuple[tuple[int, int, int], Row]]:
    return sorted(kept, key=lambda pair: pair[0])[:limit]


def _rank(verdict: str) -> int:
    return {UNSCORED: 0, PASSED: 2}.get(verdict, 1)


def _row(verdict: Mapping[str, Any]) -> Row:
    answer, answer_cut = _part(verdict.get("answer"), MAX_ANSWER)
    log, log_cut = _part(verdict.get("log"), MAX_LOG)
    passed, total = verdict.get("tests_passed"), verdict.get("tests_total")
    return Row(
        str(verdict["task"]), str(verdict["sample"]), verdict["attempt"], verdict["verdict"], known(verdict["verdict"]),
        verdict.get("reason") or "", "" if total is None else f"{UNKNOWN if passed is None else passed}/{total}",
        answer, answer_cut, log, log_cut, weak=bool(verdict.get("weak_guarantee")),
    )


def _with_instruction(row: Row, asked: Asked) -> Row:
    """Of what passed nobody asks what it was."""
    if row.verdict == PASSED:
        return row
    text, cut = _part(asked.instruction(row.task, row.sample), MAX_INSTRUCTION)
    return replace(row, instruction=text or None, instruction_cut=cut, judged_by=asked.judged_by(row.task))


def _part(value: Any, limit: int) -> tuple[str | None, int]:
    """Tasks whose answers are JSON hold values here, all others text."""
    if value is None:
        return None, 0
    return shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1), limit)


def _within_budget(rows: Iterable[Row]) -> Iterable[Row]:
    left = MAX_TEXT
    for row in rows:
        left -= len(row.answer or "") + len(row.log or "") + len(row.instruction or "")
        yield row if left >= 0 else _without_texts(row)


def _without_texts(row: Row) -> Row:
    return replace(row, answer=None, answer_cut=0, log=None, log_cut=0, instruction=None, instruction_cut=0, crowded=True)
