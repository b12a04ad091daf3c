"""Aggregate: verdicts become the stored report. The same verdicts give the same `content`, byte for byte."""

from collections import Counter
from collections.abc import Collection

import structlog

from adapters.db import attempts, claims, jobs
from adapters.settings import VERSION
from scoring import states
from scoring.benchmark import Benchmark
from scoring.canonical import canonical_json
from scoring.case import SCORER_VERSION
from scoring.report import AttemptResult, build_content, build_report
from scoring.verdict import UNSCORED, reason_shown
from workers.steps.holding import hold_job
from workers.workshop import Workshop

log = structlog.get_logger()
KEPT_REASONS = 20  # each environment has a reason of its own, and a benchmark may have hundreds


def aggregate_job(workshop: Workshop, job_id: str) -> bool:
    """Takes an AGGREGATING job to DONE. False when it was not there to be taken, or our side failed."""
    return hold_job(
        workshop, job_id, frm=states.AGGREGATING, to=states.AGGREGATING, purpose="aggregate",
        work=lambda lease_id: _aggregate(workshop, job_id, lease_id),
    )


def _aggregate(workshop: Workshop, job_id: str, lease_id: str) -> bool:
    job = workshop.db.query(lambda connection: jobs.get_job(connection, job_id))
    benchmark = workshop.snapshots.load(job["benchmark_digest"])
    rows = workshop.db.query(lambda connection: attempts.results(connection, job_id))
    scored = [AttemptResult(*row) for row in rows]
    tasks = frozenset(row.task for row in scored)
    weak = workshop.db.query(lambda connection: attempts.passed_weakly(connection, job_id))
    content = build_content(benchmark, job["profile"], scored, tasks=tasks, weak=weak)
    finished_at = workshop.clock()
    measures = _measures(workshop, job, benchmark, finished_at) | unscored_reasons(benchmark, scored)
    runtimes = {benchmark.tasks[task].runtime for task in tasks}
    report = build_report(content, measures, _provenance(workshop, job, runtimes, finished_at))
    blob = f"reports/{job_id}.json"
    workshop.blobs.put(blob, canonical_json(report).encode("ascii"))

    def write(connection) -> bool:
        moved = jobs.move(connection, job_id, frm=states.AGGREGATING, to=states.DONE, lease_id=lease_id,
                          report_blob=blob, finished_at=finished_at, reason=None)
        claims.drop_lease(connection, lease_id)
        return moved

    moved = workshop.db.transact(write)
    if moved:
        log.info("job.done", job=job_id, seconds=round(finished_at - job["created_at"], 1))
    return moved


def _measures(workshop: Workshop, job: dict, benchmark: Benchmark, finished_at: float) -> dict:
    """Times, memory and counts of this very run: they differ from run to run, so they are no part of `content`.

    Times and memory are those of public tasks: a program that has seen hidden tests could choose them to tell.
    """
    public = [name for name, task in benchmark.tasks.items() if not task.is_private]
    outcomes = workshop.db.query(lambda connection: list(attempts.measures(connection, job["id"], public)))
    counts = workshop.db.query(lambda connection: attempts.case_counts(connection, job["id"]))
    peaks = [outcome.peak_kib for outcome in outcomes if outcome.peak_kib is not None]
    return {
        "seconds": round(finished_at - job["created_at"], 3),
        "cpu_ms": sum(outcome.cpu_ms or 0 for outcome in outcomes),
        "wall_ms": sum(outcome.wall_ms or 0 for outcome in outcomes),
        "peak_kib": max(peaks, default=None),
        **counts,
    }


def unscored_reasons(benchmark: Benchmark, scored: list[AttemptResult]) -> dict:
    """`{"unscored_reasons": {REASON: attempts}}`, the most frequent first; nothing for a report that is complete. Of private
    tasks what the list of verdicts shows as well, and nothing more.

    No part of `content`: what failed on our side, and how often, differs from run to run.
    """
    reasons = (reason_shown(UNSCORED, one.verdict.reason, is_private=benchmark.tasks[one.task].is_private)
               for one in scored if one.verdict.name == UNSCORED)
    counts = Counter(reason for reason in reasons if reason)
    shown = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:KEPT_REASONS]
    return {"unscored_reasons": dict(shown)} if shown else {}


def _provenance(workshop: Workshop, job: dict, runtimes: Collection[str | None], finished_at: float) -> dict:
    """`images` are those of the runtimes of its tasks: others that this host has ready had no part in it."""
    ready = workshop.db.query(claims.room_keys)
    return {
        "assay": VERSION, "scorer": SCORER_VERSION, "job": job["id"], "submission": job["submission_id"],
        "submission_sha256": job["sha256"], "submission_metadata": job["metadata"],
        "benchmark": {"name": job["benchmark"], "version": job["benchmark_version"], "digest": job["benchmark_digest"]},
        "images": {runtime: key for runtime, key in ready.items() if runtime in runtimes},
        "partial": job["partial"], "no_cache": job["no_cache"],
        "created_at": job["created_at"], "finished_at": finished_at,
    }
