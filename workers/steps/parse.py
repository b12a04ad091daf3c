"""Parse and plan: a stored upload becomes attempts and cases, or a list of everything that is wrong with it."""

from dataclasses import dataclass

import structlog

from adapters import archive
from adapters.db import attempts, claims, jobs
from adapters.submissions import read_submission
from scoring import states
from scoring.benchmark import Benchmark
from scoring.bundle import Bundle, ContentCaps, sound_tasks
from scoring.canonical import readable
from scoring.counting import counted
from scoring.errors import BadInput
from scoring.generation import Problem
from scoring.plan import Plan, PlannedAttempt, plan_job
from scoring.tasks import judged
from scoring.verdict import Verdict
from workers.steps.holding import hold_job
from workers.workshop import Workshop

log = structlog.get_logger()
KEPT_PROBLEMS = 2_000  # more than anybody reads; a million unknown ids would fill the row


@dataclass(frozen=True)
class Reading:
    """What reading a submission gave. `tasks` are those to score; none means that the job is REJECTED."""

    bundle: Bundle
    tasks: frozenset[str]


def parse_job(workshop: Workshop, job_id: str) -> bool:
    """Takes a QUEUED job to RUNNING or REJECTED. False when it was not there to be taken, or must wait."""
    return hold_job(
        workshop, job_id, frm=states.QUEUED, to=states.PARSING, purpose="parse",
        work=lambda lease_id: _parse(workshop, job_id, lease_id),
    )


def _parse(workshop: Workshop, job_id: str, lease_id: str) -> bool:
    job = workshop.db.query(lambda connection: jobs.get_job(connection, job_id))
    benchmark = workshop.snapshots.load(job["benchmark_digest"])
    try:
        reading = _read(workshop, job, benchmark)
    except BadInput as error:
        _reject(workshop, job_id, lease_id, [_as_problem(job["filename"], error)])
        return True
    problems = reading.bundle.problems
    if not reading.tasks:
        _reject(workshop, job_id, lease_id, problems)
        return True
    plan = plan_job(benchmark, reading.bundle.generations, job["profile"], only_tasks=reading.tasks)
    return _store(workshop, job, benchmark, lease_id, plan, problems)


def _read(workshop: Workshop, job: dict, benchmark: Benchmark) -> Reading:
    caps = archive.Caps.from_settings(workshop.settings)
    with workshop.blobs.local(job["blob"]) as path:
        bundle = read_submission(path, benchmark, caps, ContentCaps.from_settings(workshop.settings))
    has_errors = any(problem.severity == "error" for problem in bundle.problems)
    tasks = frozenset(benchmark.tasks) if not has_errors else frozenset()
    if has_errors and job["partial"]:
        tasks = frozenset(sound_tasks(bundle, benchmark))
    return Reading(bundle, tasks)


def _store(workshop: Workshop, job: dict, benchmark: Benchmark, lease_id: str, plan: Plan,
           problems: tuple[Problem, ...]) -> bool:
    runtimes = {attempt.case.runtime for attempt in plan.attempts if attempt.case}
    room_keys = workshop.db.query(claims.room_keys)
    if missing := sorted(runtimes - set(room_keys)):
        _wait_for(workshop, job["id"], lease_id, missing)
        return False
    keyed = [(attempt, attempt.case.key(room_keys[attempt.case.runtime]) if attempt.case else None)
             for attempt in plan.attempts]
    found = {}
    if not job["no_cache"]:
        keys = [key for _, key in keyed if key]
        found = workshop.db.query(lambda connection: attempts.stored_outcomes(connection, keys))

    def judge(attempt: PlannedAttempt, outcome) -> Verdict:
        task = benchmark.tasks[attempt.task]
        return judged(task, samples[attempt.task][attempt.sample_id], attempt.case, outcome, job["profile"])

    samples = {name: task.by_id() for name, task in benchmark.tasks.items()}

    def write(connection) -> bool:
        moved = jobs.move(connection, job["id"], frm=states.PARSING, to=states.RUNNING, lease_id=lease_id,
                          problems=_stored(problems), tries=0, reason=None)
        if moved:
            attempts.insert_plan(connection, job["id"], keyed, found, judge)
        claims.drop_lease(connection, lease_id)
        return moved

    if not workshop.db.transact(write):
        return False
    log.info("parse.done", job=job["id"], attempts=len(keyed), reused=len(found), runtimes=sorted(runtimes))
    for runtime in sorted(runtimes):
        workshop.doorbell.run(runtime, times=2 * workshop.settings.slots)
    if workshop.db.transact(lambda connection: jobs.finish_if_last(connection, job["id"])):
        workshop.doorbell.aggregate(job["id"])
    return True


def _wait_for(workshop: Workshop, job_id: str, lease_id: str, runtimes: list[str]) -> None:
    """No worker of these runtimes has passed its self-test yet: the job queues on, the sweep rings again."""
    reason = f"waiting for a worker that offers {', '.join(runtimes)}"
    log.warning("parse.waits", job=job_id, runtimes=runtimes)

    def write(connection) -> None:
        jobs.move(connection, job_id, frm=states.PARSING, to=states.QUEUED, lease_id=lease_id, reason=reason)
        claims.drop_lease(connection, lease_id)

    workshop.db.transact(write)


def _reject(workshop: Workshop, job_id: str, lease_id: str, problems) -> None:
    errors = sum(problem.severity == "error" for problem in problems)
    log.info("parse.rejected", job=job_id, errors=errors)

    def write(connection) -> None:
        jobs.move(
            connection, job_id, frm=states.PARSING, to=states.REJECTED, lease_id=lease_id, problems=_stored(problems),
            reason=f"the submission has {counted(errors, 'error')}", finished_at=workshop.clock(),
        )
        claims.drop_lease(connection, lease_id)

    workshop.db.transact(write)


def _stored(problems) -> list[dict]:
    kept = [_readable(problem.as_json()) for problem in list(problems)[:KEPT_PROBLEMS]]
    if len(problems) > KEPT_PROBLEMS:
        more = len(problems) - KEPT_PROBLEMS
        kept.append(Problem(
            severity=problems[-1].severity, file="", code="more_problems", message=f"and {counted(more, 'more problem')}",
            mend="mend the listed ones first: they often share a cause",
        ).as_json())
    return kept


def _readable(problem: dict) -> dict:
    return {key: readable(value) if isinstance(value, str) else value for key, value in problem.items()}


def _as_problem(filename: str, error: BadInput) -> Problem:
    return Problem(severity="error", file=filename, code=error.code, message=str(error), mend=error.mend or "")
