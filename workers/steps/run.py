"""Run and judge: a claimed batch of cases goes through one sandbox, each outcome is judged and recorded as it comes."""

import structlog

from adapters.db import claims, jobs
from adapters.db.claims import Batch, ClaimedCase
from scoring.benchmark import Benchmark, Limits, Sample, Task
from scoring.errors import SandboxFailed
from scoring.outcome import Outcome
from scoring.tasks import KINDS, WITHOUT_OUTCOME
from scoring.verdict import Verdict
from workers.lease import LeaseKeeper
from workers.sandbox.contract import Sandbox
from workers.sandbox.slots import Slot, Slots
from workers.workshop import Workshop

log = structlog.get_logger()
SLOT_WAIT_SECONDS = 2.0
REAP_EVERY_SECONDS = 60.0


def run_batch(workshop: Workshop, runtime: str) -> bool:
    """Runs one batch of this runtime; whether there was one. A slot of the host is taken before any case is claimed."""
    reap_strays(workshop)
    slots = Slots(workshop.settings.slot_dir, workshop.settings.slots)
    slot = slots.acquire(timeout=SLOT_WAIT_SECONDS)
    if slot is None:
        return False
    with slot:
        batch = workshop.db.transact(lambda connection: claims.claim_batch(
            connection, runtime, owner=workshop.owner, until=workshop.lease_end(),
            limit=workshop.settings.batch_cases, shares=workshop.settings.slots,
        ))
        if batch is None:
            return False
        try:
            BatchRun(workshop, runtime, slot, batch).run()
        finally:
            workshop.db.transact(lambda connection: claims.release(connection, batch.lease_id))
    if workshop.db.transact(lambda connection: jobs.finish_if_last(connection, batch.job_id)):
        workshop.doorbell.aggregate(batch.job_id)
    return True


def reap_strays(workshop: Workshop) -> None:
    """Removes sandboxes whose worker died before they were started; the others end by themselves. Once a minute."""
    now = workshop.clock()
    if now - workshop.reaped_at < REAP_EVERY_SECONDS:
        return
    workshop.reaped_at = now
    if removed := workshop.sandboxes.reap(workshop.db.query(claims.live_leases)):
        log.warning("strays.reaped", count=removed)


class BatchRun:
    """One batch in one slot. A sandbox that breaks is replaced; the case that was in it is blamed, the rest go on."""

    def __init__(self, workshop: Workshop, runtime: str, slot: Slot, batch: Batch):
        self.workshop = workshop
        self.runtime = runtime
        self.slot = slot
        self.batch = batch
        self.image_key = workshop.sandboxes.image_key(runtime)
        self.sandbox: Sandbox | None = None

    def run(self) -> None:
        benchmark = self.workshop.snapshots.load(self.batch.benchmark_digest)
        samples = benchmark.tasks[self.batch.task].by_id()
        log.info("batch.begins", job=self.batch.job_id, task=self.batch.task, cases=len(self.batch.cases))
        with LeaseKeeper(self.workshop, self.batch.lease_id, on_loss=self._close) as lease:
            try:
                for claimed in self.batch.cases:
                    if lease.lost or self.workshop.should_stop():
                        return
                    self._run_case(lease, claimed, benchmark, samples[claimed.sample_id])
            finally:
                self._close()

    def _run_case(self, lease: LeaseKeeper, claimed: ClaimedCase, benchmark: Benchmark, sample: Sample) -> None:
        # Opening fails for reasons of the host (engine away, disk full), never of the case: nobody is blamed then.
        sandbox = self._open(claimed.case.limits)
        task = benchmark.tasks[self.batch.task]
        try:
            outcome = sandbox.run(claimed.case)
        except SandboxFailed as failure:
            self._close()
            if not lease.lost:
                self._blame(claimed, failure, task, sample)
            return
        verdict = KINDS[task.kind].judge(task, sample, outcome, self.batch.profile)
        self._record(claimed, outcome, verdict)

    def _open(self, limits: Limits) -> Sandbox:
        if self.sandbox is None:
            labels = {"assay.lease": self.batch.lease_id, "assay.job": self.batch.job_id}
            self.sandbox = self.workshop.sandboxes.open(self.runtime, self.slot.number, labels, limits)
        return self.sandbox

    def _close(self) -> None:
        sandbox, self.sandbox = self.sandbox, None
        if sandbox is not None:
            sandbox.close()

    def _blame(self, claimed: ClaimedCase, failure: SandboxFailed, task: Task, sample: Sample) -> None:
        scores = WITHOUT_OUTCOME[task.kind](task, sample, claimed.case) if task.kind in WITHOUT_OUTCOME else None
        log.warning("case.sandbox_failed", job=self.batch.job_id, case=claimed.id, error=str(failure))
        self.workshop.db.transact(lambda connection: claims.blame(
            connection, self.batch.lease_id, claimed.id, failure=str(failure), tries=self.workshop.settings.case_tries,
            scores=scores,
        ))

    def _record(self, claimed: ClaimedCase, outcome: Outcome, verdict: Verdict) -> None:
        key = claimed.case.key(self.image_key)
        accepted = self.workshop.db.transact(lambda connection: claims.record(
            connection, self.batch.lease_id, claimed, key=key, outcome=outcome, verdict=verdict,
            owner=self.workshop.owner, now=self.workshop.clock(),
        ))
        if not accepted:
            log.warning("case.late_outcome", job=self.batch.job_id, case=claimed.id)
