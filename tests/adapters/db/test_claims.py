"""Claims, leases and what becomes of them, on both databases."""

import multiprocessing
import time
from dataclasses import replace

from sqlalchemy import func, select

from adapters.db import attempts, claims, jobs
from adapters.db.engine import Database
from adapters.db.tables import cases, outcomes
from scoring import states, together
from scoring.plan import PlannedAttempt
from scoring.verdict import UNSCORED
from tests.making import DONE, PASS, case, running_job

FOREVER = time.time() + 10_000


def claim(db: Database, *, limit: int = 50, shares: int = 1, until: float = FOREVER) -> claims.Batch | None:
    return db.transact(lambda connection: claims.claim_batch(
        connection, "python", owner="w:1", until=until, limit=limit, shares=shares,
    ))


def record(db: Database, batch: claims.Batch, claimed: claims.ClaimedCase) -> bool:
    return db.transact(lambda connection: claims.record(
        connection, batch.lease_id, claimed, key="k", outcome=DONE, verdicts={("T", claimed.sample_id): PASS},
        owner="w:1", now=time.time(),
    ))


def expire(db: Database, now: float = FOREVER + 1) -> list[str]:
    return db.transact(lambda connection: claims.expire(connection, now=now, tries=3))


def case_states(db: Database) -> dict[str, int]:
    with db.read() as connection:
        return dict(connection.execute(select(cases.c.state, func.count()).group_by(cases.c.state)).all())


def test_a_batch_is_a_fair_share_of_what_waits(db):
    db.transact(lambda connection: running_job(connection, 40))
    assert len(claim(db, limit=50, shares=2).cases) == 10  # a quarter: two batches ahead for each of two sandboxes


def test_a_job_runs_while_a_case_of_it_is_claimed(db):
    job_id, other = (db.transact(lambda connection, first=first: running_job(connection, 1, first=first)) for first in (0, 9))

    def running() -> list[bool]:
        return [db.query(lambda connection, job=job: claims.is_running(connection, job)) for job in (job_id, other)]

    assert running() == [False, False]
    batch = claim(db)
    assert sorted(running()) == [False, True]
    record(db, batch, batch.cases[0])
    assert running() == [False, False]


def test_a_batch_of_files_for_a_linter_is_longer_than_one_of_programs(db):
    def made(connection):
        job_id = running_job(connection, 0)
        planned = [(PlannedAttempt("T", str(n), 0, case=replace(case(n), runner="lint")), f"key {n}") for n in range(100)]
        attempts.insert_plan(connection, job_id, planned, {}, judge=None)

    db.transact(made)
    assert len(claim(db, limit=10).cases) == 10 * together.BATCH_FACTOR


def test_a_small_job_does_not_wait_behind_a_long_one(db):
    db.transact(lambda connection: running_job(connection, 100))
    small = db.transact(lambda connection: running_job(connection, 3, first=500))
    claim(db)
    assert claim(db).job_id == small


def test_a_result_counts_once_and_only_under_a_live_lease(db):
    db.transact(lambda connection: running_job(connection, 1))
    late = claim(db)
    expire(db)
    current = claim(db)
    assert current.cases[0].id == late.cases[0].id
    assert not record(db, late, late.cases[0])
    assert record(db, current, current.cases[0])
    assert not record(db, late, late.cases[0])
    with db.read() as connection:
        assert connection.execute(select(func.count()).where(outcomes.c.accepted)).scalar_one() == 1
        assert connection.execute(select(func.count()).select_from(outcomes)).scalar_one() == 3


def test_only_the_case_in_flight_is_blamed_for_a_dead_worker(db):
    db.transact(lambda connection: running_job(connection, 6))
    batch = claim(db, limit=6)
    for claimed in batch.cases[:1]:
        record(db, batch, claimed)
    expire(db)
    with db.read() as connection:
        blamed = connection.execute(select(cases.c.id).where(cases.c.tries > 0)).scalars().all()
    assert blamed == [batch.cases[1].id]


def test_a_blamed_case_is_claimed_last_and_alone(db):
    db.transact(lambda connection: running_job(connection, 4))
    blamed = claim(db, limit=4).cases[0].id
    expire(db)
    others = [claim(db, limit=4) for _ in range(10)]
    claimed = [[case.id for case in batch.cases] for batch in others if batch]
    assert claimed[-1] == [blamed]
    assert sum(len(batch) for batch in claimed) == 4


def test_a_case_that_kills_three_workers_ends_unscored_and_the_job_goes_on(db):
    job_id = db.transact(lambda connection: running_job(connection, 1))
    for _ in range(3):
        assert claim(db)
        expire(db)
    assert claim(db) is None
    with db.read() as connection:
        assert [row[3].name for row in attempts.results(connection, job_id)] == [UNSCORED]
    assert db.transact(lambda connection: jobs.finish_if_last(connection, job_id))


def test_exactly_one_caller_ends_a_job(db):
    job_id = db.transact(lambda connection: running_job(connection, 1))
    batch = claim(db)
    assert not db.transact(lambda connection: jobs.finish_if_last(connection, job_id))
    record(db, batch, batch.cases[0])
    ended = [db.transact(lambda connection: jobs.finish_if_last(connection, job_id)) for _ in range(3)]
    assert ended == [True, False, False]


def test_a_cancelled_job_gives_no_more_cases_and_ends_its_leases(db):
    job_id = db.transact(lambda connection: running_job(connection, 9))
    batch = claim(db, limit=2)
    assert db.transact(lambda connection: claims.renew(connection, batch.lease_id, until=FOREVER))
    assert db.transact(lambda connection: jobs.cancel(connection, job_id, now=1.0, reason="asked"))
    assert not db.transact(lambda connection: claims.renew(connection, batch.lease_id, until=FOREVER))
    assert claim(db) is None
    assert not db.transact(lambda connection: jobs.cancel(connection, job_id, now=2.0, reason="again"))


def test_a_released_batch_is_claimed_again_without_blame(db):
    db.transact(lambda connection: running_job(connection, 2))
    batch = claim(db, limit=1)
    db.transact(lambda connection: claims.release(connection, batch.lease_id))
    assert case_states(db) == {"PENDING": 2}
    with db.read() as connection:
        assert connection.execute(select(func.max(cases.c.tries))).scalar_one() == 0
        assert claims.live_leases(connection) == set()


def test_a_job_whose_parser_dies_three_times_fails_with_the_reason(db):
    with db.write() as connection:
        job_id = running_job(connection, 0)
        jobs.move(connection, job_id, frm=states.RUNNING, to=states.QUEUED)
    for _ in range(3):
        lease = db.transact(lambda connection: claims.claim_job(
            connection, job_id, frm=states.QUEUED, to=states.PARSING, owner="w", purpose="parse", now=1.0, until=FOREVER,
        ))
        assert lease
        expire(db)
    with db.read() as connection:
        job = jobs.get_job(connection, job_id)
    assert (job["state"], job["lease_id"]) == (states.FAILED, None)
    assert "died" in job["reason"]


def drain(url: str, results) -> None:
    db = Database(url, patience=30)
    taken = []
    while batch := claim(db, limit=25, shares=2):
        for claimed in batch.cases:
            assert record(db, batch, claimed)
            taken.append(claimed.id)
        db.transact(lambda connection, lease=batch.lease_id: claims.release(connection, lease))
    results.put(taken)


def test_four_processes_run_every_case_exactly_once(db):
    db.transact(lambda connection: running_job(connection, 600))
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    url = db.url.render_as_string(hide_password=False)
    processes = [context.Process(target=drain, args=(url, results)) for _ in range(4)]
    for process in processes:
        process.start()
    taken = [case_id for _ in processes for case_id in results.get(timeout=120)]
    for process in processes:
        process.join()
    while batch := claim(db):  # two claimers that meet may leave a rest, which the next ring finds
        taken += [claimed.id for claimed in batch.cases if record(db, batch, claimed)]
    assert sorted(taken) == sorted(set(taken))
    assert len(taken) == 600
    assert case_states(db) == {"DONE": 600}


def test_what_a_worker_holds_that_is_ended_on_purpose_waits_again_and_no_case_is_blamed(db):
    db.transact(lambda connection: running_job(connection, 3))
    batch = claim(db)
    record(db, batch, batch.cases[0])
    assert db.transact(lambda connection: claims.give_back(connection, "w:2")) == 0
    assert db.transact(lambda connection: claims.give_back(connection, "w:1")) == 2
    assert case_states(db) == {"DONE": 1, "PENDING": 2}
    assert expire(db) == [] and len(claim(db).cases) == 2  # one that is blamed is claimed alone
