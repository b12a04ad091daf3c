"""The sweep: takes back what dead workers held, and rings again for work that nobody answered."""

import structlog

from adapters.db import claims, jobs
from scoring import states
from workers.workshop import Workshop

log = structlog.get_logger()
RINGS_PER_SWEEP = 16


def sweep(workshop: Workshop) -> None:
    """One round; safe to run in several processes at once."""
    touched = workshop.db.transact(lambda connection: claims.expire(
        connection, now=workshop.clock(), tries=workshop.settings.case_tries,
    ))
    if touched:
        log.warning("sweep.leases_expired", jobs=sorted(set(touched)))
    for job_id in workshop.db.query(lambda connection: jobs.jobs_in(connection, states.RUNNING)):
        workshop.db.transact(lambda connection, job_id=job_id: jobs.finish_if_last(connection, job_id))
    ring_again(workshop)


def ring_again(workshop: Workshop) -> None:
    for job_id in workshop.db.query(lambda connection: jobs.jobs_in(connection, states.QUEUED)):
        workshop.doorbell.parse(job_id)
    for runtime, waiting in workshop.db.query(jobs.pending_cases).items():
        batches = -(-waiting // workshop.settings.batch_cases)
        workshop.doorbell.run(runtime, times=min(RINGS_PER_SWEEP, batches))
    for job_id in workshop.db.query(lambda connection: jobs.jobs_in(connection, states.AGGREGATING)):
        workshop.doorbell.aggregate(job_id)
