"""Run and judge: a claimed batch of cases goes through one sandbox, each outcome is judged and recorded as it comes."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import structlog

from adapters.db import attempts, claims, jobs, waits
from adapters.db.claims import Batch, ClaimedCase
from scoring import together
from scoring.benchmark import Benchmark, Limits, Sample
from scoring.case import Case
from scoring.errors import OurFault, SandboxFailed
from scoring.outcome import Outcome
from scoring.tasks import WITHOUT_OUTCOME, judged
from scoring.verdict import Verdict
from workers import host_care, waiting
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
    has_no_room = is_under_pressure(workshop)
    if not workshop.db.query(lambda connection: waits.has_work(connection, runtime)):
        waiting.ends(workshop, runtime, taken=False)
        return False
    if has_no_room:
        waiting.goes_on(workshop, runtime, waits.HOST)
        return False
    slots = Slots(workshop.settings.slot_dir, workshop.settings.slots)
    slot = slots.acquire(timeout=SLOT_WAIT_SECONDS)
    if slot is None:
        waiting.goes_on(workshop, runtime, waits.SLOT, slots=workshop.settings.slots, folder=str(workshop.settings.slot_dir))
        return False
    with slot:
        job_id = _run_in(workshop, runtime, slot)
    if job_id is None:
        return False
    if workshop.db.transact(lambda connection: jobs.finish_if_last(connection, job_id)):
        workshop.doorbell.aggregate(job_id)
    return True


def _run_in(workshop: Workshop, runtime: str, slot: Slot) -> str | None:
    """The job of the batch that was run; None where there was none, or the worker was told to stop while it waited."""
    if workshop.should_stop():
        return None
    batch = workshop.db.transact(lambda connection: claims.claim_batch(
        connection, runtime, owner=workshop.owner, until=workshop.lease_end(),
        limit=workshop.settings.batch_cases, shares=workshop.settings.slots,
    ))
    if batch is None:
        return None
    try:
        waiting.ends(workshop, runtime, taken=True)
        BatchRun(workshop, runtime, slot, batch).run()
    finally:
        workshop.db.transact(lambda connection: claims.release(connection, batch.lease_id))
        workshop.sandboxes.vacate(slot.number)
    return batch.job_id


def is_under_pressure(workshop: Workshop) -> bool:
    """Whether the host has no room for more. Said once a minute, when old images go too if it is disk that is short; what
    waits is rung for again by the sweep.
    """
    reason = host_care.pressure(workshop.settings)
    if reason is not None and workshop.clock() - workshop.complained_at >= REAP_EVERY_SECONDS:
        workshop.complained_at = workshop.clock()
        log.warning("worker.drains", reason=reason)
        if host_care.is_disk_full(workshop.settings) and (removed := workshop.sandboxes.tidy()):
            log.warning("worker.tidied", removed=removed)
    return reason is not None


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
        self.benchmark: Benchmark | None = None
        self.samples: dict[str, dict[str, Sample]] = {}

    def run(self) -> None:
        self.benchmark = self.workshop.snapshots.load(self.batch.benchmark_digest)
        log.info("batch.begins", job=self.batch.job_id, task=self.batch.task, cases=len(self.batch.cases))
        with LeaseKeeper(self.workshop, self.batch.lease_id, on_loss=self._close) as lease:
            try:
                for group in self._groups():
                    self._run_group(lease, group)
            finally:
                self._close()

    def _must_stop(self, lease: LeaseKeeper) -> bool:
        return lease.lost or self.workshop.should_stop()

    def _run_group(self, lease: LeaseKeeper, group: Sequence[ClaimedCase]) -> None:
        outcomes = [None] * len(group) if self._must_stop(lease) else self._run_together(group)
        for claimed, outcome in zip(group, outcomes, strict=True):
            if self._must_stop(lease):
                return
            if outcome is None:
                self._run_case(lease, claimed)
            else:
                self._judge_and_record(claimed, outcome)

    def _groups(self) -> Iterable[Sequence[ClaimedCase]]:
        """Cases that one execution can hold. Where each case has a container of its own, it shares nothing."""
        if self.workshop.settings.sandbox == "fresh":
            return [[claimed] for claimed in self.batch.cases]
        return together.groups(self.batch.cases, attrgetter("case"))

    def _run_together(self, group: Sequence[ClaimedCase]) -> Sequence[Outcome | None]:
        """The outcomes of joined cases. None for each, to run it alone, where there is one only or where one of them may
        have been the others' undoing: nobody is blamed then."""
        alone = [None] * len(group)
        if len(group) == 1:
            return alone
        sandbox = self._open(group[0].case.limits)
        try:
            outcome = sandbox.run(together.joined([claimed.case for claimed in group]))
        except Exception as failure:
            self._close()
            if isinstance(failure, OurFault) and not isinstance(failure, SandboxFailed):
                raise  # of the host, not of the cases
            log.warning("batch.parted", job=self.batch.job_id, cases=len(group), error=f"{type(failure).__name__}: {failure}")
            return alone
        return together.parted(outcome, len(group)) or alone

    def _run_case(self, lease: LeaseKeeper, claimed: ClaimedCase) -> None:
        # Opening fails for reasons of the host (engine away, disk full), never of the case: nobody is blamed then.
        sandbox = self._open(claimed.case.limits)
        try:
            outcome = sandbox.run(claimed.case)
        except OurFault as failure:
            self._close()
            if not isinstance(failure, SandboxFailed):
                raise  # of the host, not of the case
            if not lease.lost:
                self._blame(claimed, failure, self._scores_without_outcome(claimed))
            return
        except Exception as error:
            # A mistake of ours that this case brings to light: given back unblamed it would be tried for ever.
            self._close()
            log.exception("case.room_broke", job=self.batch.job_id, case=claimed.id)
            if not lease.lost:
                self._blame(claimed, SandboxFailed(f"the room broke: {type(error).__name__}"))
            return
        self._judge_and_record(claimed, outcome)

    def _judge_and_record(self, claimed: ClaimedCase, outcome: Outcome) -> None:
        try:
            verdicts = {(task, sample): self._judge(task, sample, claimed.case, outcome)
                        for task, sample in self._asking(claimed)}
        except Exception as error:
            log.exception("case.judging_failed", job=self.batch.job_id, case=claimed.id)
            self._blame(claimed, SandboxFailed(f"judging failed: {type(error).__name__}"))
            return
        self._record(claimed, outcome, verdicts)

    def _asking(self, claimed: ClaimedCase) -> list[tuple[str, str]]:
        """The samples whose attempts share this case: each is judged by its own task's rules."""
        return self.workshop.db.query(lambda connection: attempts.asking(connection, claimed.id))

    def _judge(self, task_name: str, sample_id: str, case: Case, outcome: Outcome) -> Verdict:
        task = self.benchmark.tasks[task_name]
        return judged(task, self._samples(task_name)[sample_id], case, outcome, self.batch.profile)

    def _scores_without_outcome(self, claimed: ClaimedCase) -> dict[str, Any] | None:
        """What can be said of an answer even where its case fails. Samples that share a case share these: what they are
        made of stands in the case."""
        task = self.benchmark.tasks[self.batch.task]
        if task.kind not in WITHOUT_OUTCOME:
            return None
        return WITHOUT_OUTCOME[task.kind](task, self._samples(task.name)[claimed.sample_id], claimed.case)

    def _samples(self, task_name: str) -> dict[str, Sample]:
        if task_name not in self.samples:
            self.samples[task_name] = self.benchmark.tasks[task_name].by_id()
        return self.samples[task_name]

    def _open(self, limits: Limits) -> Sandbox:
        if self.sandbox is None:
            labels = {"assay.lease": self.batch.lease_id, "assay.job": self.batch.job_id}
            self.sandbox = self.workshop.sandboxes.open(self.runtime, self.slot.number, labels, limits)
        return self.sandbox

    def _close(self) -> None:
        sandbox, self.sandbox = self.sandbox, None
        if sandbox is not None:
            sandbox.close()

    def _blame(self, claimed: ClaimedCase, failure: SandboxFailed, scores: dict[str, Any] | None = None) -> None:
        # What no try can help is said once, by the report: a line for each of a thousand cases would only hide others.
        tell = log.info if failure.permanent else log.warning
        tell("case.failed_by_us", job=self.batch.job_id, case=claimed.id, error=str(failure))
        self.workshop.db.transact(lambda connection: claims.blame(
            connection, self.batch.lease_id, claimed.id, failure=str(failure), permanent=failure.permanent,
            tries=self.workshop.settings.case_tries, scores=scores, mend=failure.mend,
        ))

    def _record(self, claimed: ClaimedCase, outcome: Outcome, verdicts: dict[tuple[str, str], Verdict]) -> None:
        key = claimed.case.key(self.image_key)
        accepted = self.workshop.db.transact(lambda connection: claims.record(
            connection, self.batch.lease_id, claimed, key=key, outcome=outcome, verdicts=verdicts,
            owner=self.workshop.owner, now=self.workshop.clock(),
        ))
        if not accepted:
            log.warning("case.late_outcome", job=self.batch.job_id, case=claimed.id)
