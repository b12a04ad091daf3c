"""Holding a job while a step works on it; what breaks meanwhile is our fault, and tried again."""

from collections.abc import Callable

import structlog

from adapters.db import claims
from scoring.errors import AssayError
from workers.lease import LeaseKeeper
from workers.workshop import Workshop

log = structlog.get_logger()


def hold_job(workshop: Workshop, job_id: str, *, frm: str, to: str, purpose: str, work: Callable[[str], bool]) -> bool:
    """Takes the job from state `frm` to `to` under a lease and returns what `work(lease id)` returns.

    False when the job was not there to be taken, or when `work` raised: then the job goes back, to be tried again, and
    is FAILED with the reason after the settings' number of tries; at once for an error that no repeat can mend.
    """
    lease_id = workshop.db.transact(lambda connection: claims.claim_job(
        connection, job_id, frm=frm, to=to, owner=workshop.owner, purpose=purpose, now=workshop.clock(),
        until=workshop.lease_end(),
    ))
    if lease_id is None:
        return False
    try:
        with LeaseKeeper(workshop, lease_id):
            return work(lease_id)
    except Exception as error:
        log.exception(f"{purpose}.failed", job=job_id)
        permanent = isinstance(error, AssayError) and error.permanent
        failure = f"the step {purpose!r} failed on our side: {type(error).__name__}: {error}"
        workshop.db.transact(lambda connection: claims.give_back_job(
            connection, lease_id, tries=1 if permanent else workshop.settings.case_tries, now=workshop.clock(),
            failure=failure,
        ))
        return False
