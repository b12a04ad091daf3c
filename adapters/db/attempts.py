"""Attempts: one row for every (task, sample, attempt) that a job must judge, with its verdict."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from adapters.db.packed import pack, unpack
from adapters.db.tables import attempts, cases, outcomes
from scoring.canonical import readable
from scoring.case import Case
from scoring.outcome import Outcome
from scoring.plan import PlannedAttempt
from scoring.verdict import PASSED, Verdict

CHUNK = 500  # rows per statement: SQLite takes 32,766 parameters, and memory stays flat


def verdict_columns(verdict: Verdict | None) -> dict[str, Any]:
    if verdict is None:
        return {"verdict": None, "reason": None, "tests_passed": None, "tests_total": None, "scores": None}
    return {
        "verdict": verdict.name, "reason": readable(verdict.reason),
        "tests_passed": verdict.tests_passed, "tests_total": verdict.tests_total,
        "scores": None if verdict.scores is None else dict(verdict.scores),
    }


def insert_plan(connection: Connection, job_id: str, planned: Iterable[tuple[PlannedAttempt, str | None]],
                found: dict[str, tuple[int, Outcome]], judge) -> None:
    """Writes the plan's cases and attempts. Equal keys become one case.

    `planned` pairs each attempt with its case's key; `found` maps keys to a stored (outcome id, Outcome) that is
    reused; `judge(attempt, outcome) -> Verdict` judges those at once.
    """
    planned = list(planned)
    by_key: dict[str, PlannedAttempt] = {}
    for attempt, key in planned:
        if key is not None:
            by_key.setdefault(key, attempt)
    _insert_cases(connection, job_id, by_key, found)
    ids = dict(connection.execute(select(cases.c.key, cases.c.id).where(cases.c.job_id == job_id)).all())
    rows = []
    for attempt, key in planned:
        verdict = attempt.verdict
        if key in found:
            verdict = judge(attempt, found[key][1])
        rows.append({
            "job_id": job_id, "task": attempt.task, "sample_id": attempt.sample_id, "attempt": attempt.attempt,
            "case_id": ids.get(key), "answer": pack(attempt.answer), "facts": dict(attempt.facts),
            **verdict_columns(verdict),
        })
    _insert_many(connection, attempts, rows)


def _insert_cases(connection: Connection, job_id: str, by_key: dict[str, PlannedAttempt],
                  found: dict[str, tuple[int, Outcome]]) -> None:
    rows = []
    for key, attempt in by_key.items():
        reused = found.get(key)
        rows.append({
            "job_id": job_id, "task": attempt.task, "sample_id": attempt.sample_id, "key": key,
            "runtime": attempt.case.runtime,
            "payload": pack(attempt.case.as_json()), "state": "DONE" if reused else "PENDING",
            "outcome_id": reused[0] if reused else None, "reused": reused is not None,
        })
    _insert_many(connection, cases, rows)


def _insert_many(connection: Connection, table, rows: list[dict]) -> None:
    for start in range(0, len(rows), CHUNK):
        connection.execute(insert(table), rows[start:start + CHUNK])


def stored_outcomes(connection: Connection, keys: Iterable[str]) -> dict[str, tuple[int, Outcome]]:
    """Key -> (outcome id, Outcome) of the newest accepted outcome that may be reused."""
    keys = sorted(set(keys))
    found: dict[str, tuple[int, Outcome]] = {}
    for start in range(0, len(keys), CHUNK):
        newest = (
            select(func.max(outcomes.c.id))
            .where(outcomes.c.key.in_(keys[start:start + CHUNK]), outcomes.c.accepted, outcomes.c.repeatable)
            .group_by(outcomes.c.key)
        )
        rows = connection.execute(select(outcomes.c.key, outcomes.c.id, outcomes.c.facts).where(outcomes.c.id.in_(newest)))
        found.update({row.key: (row.id, Outcome.from_json(unpack(row.facts))) for row in rows})
    return found


def set_verdict(connection: Connection, case_id: int, verdict: Verdict, *, task: str | None = None,
                sample_id: str | None = None) -> None:
    """For the attempts of one sample that share the case, or for all that do."""
    chosen = [attempts.c.case_id == case_id]
    if task is not None:
        chosen += [attempts.c.task == task, attempts.c.sample_id == sample_id]
    connection.execute(update(attempts).where(*chosen).values(**verdict_columns(verdict)))


def asking(connection: Connection, case_id: int) -> list[tuple[str, str]]:
    """(task, sample id) of the samples whose attempts share a case."""
    statement = select(attempts.c.task, attempts.c.sample_id).where(attempts.c.case_id == case_id).distinct()
    return sorted((row.task, row.sample_id) for row in connection.execute(statement))


def results(connection: Connection, job_id: str) -> list[tuple[str, str, int, Verdict | None, dict[str, Any]]]:
    """(task, sample id, attempt, verdict, facts) of every attempt, in a fixed order; None where it is not judged yet."""
    columns = [attempts.c[name] for name in ("task", "sample_id", "attempt", "verdict", "reason", "tests_passed",
                                             "tests_total", "scores", "facts")]
    rows = connection.execute(select(*columns).where(attempts.c.job_id == job_id))
    found = [
        (row.task, row.sample_id, row.attempt,
         Verdict(row.verdict, row.reason or "", row.tests_passed, row.tests_total, row.scores) if row.verdict else None,
         row.facts)
        for row in rows
    ]
    return sorted(found, key=lambda row: row[:3])  # by Python's order: databases collate differently


def verdict_page(connection: Connection, job_id: str, *, after: int = 0, limit: int = 100, task: str | None = None,
                 verdict: str | None = None, sample_id: str | None = None) -> list[dict[str, Any]]:
    """Attempts with id > `after`, by id (keyset paging), each with `weak_guarantee`: whether it is a pass that a hostile answer
    could have forged. `verdict` may be "PENDING" for those not judged yet."""
    wanted = [attempts.c.job_id == job_id, attempts.c.id > after]
    if task is not None:
        wanted.append(attempts.c.task == task)
    if sample_id is not None:
        wanted.append(attempts.c.sample_id == sample_id)
    if verdict is not None:
        wanted.append(attempts.c.verdict.is_(None) if verdict == "PENDING" else attempts.c.verdict == verdict)
    rows = connection.execute(
        select(attempts, cases.c.reused, cases.c.failure, cases.c.outcome_id)
        .outerjoin(cases, cases.c.id == attempts.c.case_id).where(and_(*wanted)).order_by(attempts.c.id).limit(limit)
    ).all()
    weak = _weak_outcomes(connection, sorted({row.outcome_id for row in rows if row.verdict == PASSED and row.outcome_id}))
    return [{**row._mapping, "weak_guarantee": row.verdict == PASSED and row.outcome_id in weak} for row in rows]


def verdict_detail(connection: Connection, attempt_id: int) -> dict[str, Any] | None:
    """One attempt with its `answer`, its `case` (Case | None), the accepted `outcome` (Outcome | None) and `weak_guarantee`."""
    row = connection.execute(_DETAILS.where(attempts.c.id == attempt_id)).first()
    return _detail(row) if row else None


def job_details(connection: Connection, job_id: str) -> Iterable[dict[str, Any]]:
    """What `verdict_detail` gives, for every attempt of a job, by task, sample and attempt."""
    found = [_detail(row) for row in connection.execute(_DETAILS.where(attempts.c.job_id == job_id))]
    return sorted(found, key=lambda row: (row["task"], row["sample_id"], row["attempt"]))


_DETAILS = (
    select(attempts, cases.c.payload, cases.c.reused, cases.c.failure, outcomes.c.facts.label("outcome_facts"))
    .outerjoin(cases, cases.c.id == attempts.c.case_id).outerjoin(outcomes, outcomes.c.id == cases.c.outcome_id)
)


def _detail(row) -> dict[str, Any]:
    found = dict(row._mapping)
    facts, payload = found.pop("outcome_facts"), found.pop("payload")
    found["answer"] = unpack(found["answer"]) if found["answer"] else None
    found["case"] = Case.from_json(unpack(payload)) if payload else None
    found["outcome"] = Outcome.from_json(unpack(facts)) if facts else None
    found["weak_guarantee"] = found["verdict"] == PASSED and found["outcome"] is not None and found["outcome"].is_weak
    return found


def measures(connection: Connection, job_id: str, tasks: Iterable[str]) -> Iterable[Outcome]:
    """The accepted outcomes of a job's cases of these tasks."""
    rows = connection.execute(
        select(outcomes.c.facts).join(cases, cases.c.outcome_id == outcomes.c.id)
        .where(cases.c.job_id == job_id, cases.c.task.in_(sorted(tasks)))
    )
    return [Outcome.from_json(unpack(row.facts)) for row in rows]


def passed_weakly(connection: Connection, job_id: str) -> dict[str, int]:
    """Task -> passed attempts whose tests ran where a hostile answer could have forged them; tasks without are left out."""
    rows = connection.execute(
        select(attempts.c.task, cases.c.outcome_id, func.count().label("count"))
        .join(cases, cases.c.id == attempts.c.case_id)
        .where(attempts.c.job_id == job_id, attempts.c.verdict == PASSED).group_by(attempts.c.task, cases.c.outcome_id)
    ).all()
    weak = _weak_outcomes(connection, sorted({row.outcome_id for row in rows}))
    found: dict[str, int] = {}
    for row in rows:
        if row.outcome_id in weak:
            found[row.task] = found.get(row.task, 0) + row.count
    return found


def _weak_outcomes(connection: Connection, ids: list[int]) -> set[int]:
    found: set[int] = set()
    for start in range(0, len(ids), CHUNK):
        rows = connection.execute(
            select(outcomes.c.id, outcomes.c.facts).where(outcomes.c.id.in_(ids[start:start + CHUNK])))
        found.update(row.id for row in rows if Outcome.from_json(unpack(row.facts)).is_weak)
    return found


def unjudged(connection: Connection, job_id: str) -> int:
    return connection.execute(
        select(func.count()).select_from(attempts)
        .where(attempts.c.job_id == job_id, attempts.c.verdict.is_(None))
    ).scalar_one()


def case_counts(connection: Connection, job_id: str) -> dict[str, int]:
    """How many cases a job has, and how many of them reused a stored outcome."""
    counts = dict(connection.execute(
        select(cases.c.reused, func.count()).where(cases.c.job_id == job_id).group_by(cases.c.reused)
    ).all())
    return {"cases": sum(counts.values()), "reused": counts.get(True, 0)}
