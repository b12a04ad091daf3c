"""Taking submissions in: the one way for the HTTP route and for the embedded command line."""

import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from adapters.archive import Caps, inspect
from adapters.benchmarks import load_pack
from adapters.db import jobs, submissions
from adapters.db.submissions import NewJob, NewSubmission
from adapters.db.tokens import Caller
from api.catalogue import Offer
from api.front import Front
from scoring.benchmark import Benchmark
from scoring.canonical import digest, readable
from scoring.errors import BadInput, Conflict, NotFound
from scoring.near import meant


@dataclass(frozen=True)
class Upload:
    """A file that arrived whole, and what its sender asks for. `accept_upload` consumes the file at `path`.

    `benchmark` is the name of one that the service offers. `profile` None means the benchmark's first.
    """

    path: Path
    sha256: str
    size: int
    filename: str
    benchmark: str
    profile: str | None = None
    partial: bool = False
    no_cache: bool = False
    metadata: dict[str, Any] = field(default_factory=dict)
    idempotency_key: str | None = None

    @property
    def request_digest(self) -> str:
        """What an equal Idempotency-Key must repeat: the file's bytes and every field, but not the file's name."""
        return digest([self.sha256, self.benchmark, self.profile, self.partial, self.no_cache, self.metadata])


@dataclass(frozen=True)
class Accepted:
    """`repeated`: the same request came before under the same Idempotency-Key, and this is its job."""

    submission_id: str
    job_id: str
    repeated: bool = False


@dataclass(frozen=True)
class Rescore:
    """What a new job of a known submission shall change; None keeps what its latest job had."""

    benchmark: str | None = None
    profile: str | None = None
    partial: bool | None = None
    no_cache: bool = False


def accept_upload(front: Front, upload: Upload, caller: Caller | None, *, benchmark: Benchmark | None = None
                  ) -> Accepted:
    """Stores the submission and its first job, commits, and rings for a worker.

    `benchmark` is given where it is read from a pack's folder (embedded mode) instead of being looked up by name.
    Raises BadInput for an unknown benchmark or profile and for every fault of the archive as a container, TooLarge
    where a cap is exceeded, Conflict when the Idempotency-Key was used for another upload, OurFault when a store is
    away. After any of these neither a row nor a blob is left.
    """
    token_id = caller.token_id if caller else None
    if upload.idempotency_key is not None:
        with front.db.read() as connection:
            repeat = _repeat_of(connection, token_id, upload)
        if repeat:
            return repeat
    rules, profile = _rules(front, benchmark or upload.benchmark, upload.profile)
    inspect(upload.path, Caps.from_settings(front.settings))
    accepted = _store(front, upload, token_id, NewJob(
        rules.name, rules.version, rules.digest, profile, upload.partial, upload.no_cache,
    ))
    if not accepted.repeated:
        front.doorbell.parse(accepted.job_id)
    return accepted


def rescore(front: Front, submission_id: str, wanted: Rescore) -> str:
    """A new job for a submission that is here; earlier jobs and their reports stay. The job's id.

    Raises BadInput for an unknown benchmark or profile.
    """
    with front.db.read() as connection:
        latest = jobs.get_job(connection, submissions.jobs_of(connection, submission_id)[-1])
    same_benchmark = wanted.benchmark in (None, latest["benchmark"])
    profile = wanted.profile or (latest["profile"] if same_benchmark else None)
    benchmark, profile = _rules(front, wanted.benchmark or latest["benchmark"], profile)
    partial = latest["partial"] if wanted.partial is None else wanted.partial
    new = NewJob(benchmark.name, benchmark.version, benchmark.digest, profile, partial, wanted.no_cache)
    with front.db.write() as connection:
        job_id = submissions.insert_job(connection, submission_id, new, front.clock())
    front.doorbell.parse(job_id)
    return job_id


def _rules(front: Front, wanted: str | Benchmark, profile: str | None) -> tuple[Benchmark | Offer, str]:
    """The benchmark, with its snapshot stored, and the profile in force."""
    if isinstance(wanted, Benchmark):
        front.snapshots.save(wanted)
        benchmark = wanted
    else:
        benchmark = _offered(front, wanted)
    if profile is not None and profile not in benchmark.profiles:
        raise BadInput(f"benchmark {benchmark.name!r} has no profile {profile!r}", code="unknown_profile",
                       mend=f"choose one of {', '.join(benchmark.profiles)}{meant(profile, benchmark.profiles)}")
    return benchmark, profile or benchmark.profiles[0]


def _offered(front: Front, name: str) -> Offer:
    try:
        offer = front.catalogue.offer(name)
    except NotFound as error:  # the benchmark is a field of the request, not the thing that was asked for
        raise BadInput(str(error), code=error.code, mend=error.mend) from error
    if front.snapshots.has(offer.digest):
        return offer
    benchmark = load_pack(offer.folder)  # its files may have changed since the catalogue read them
    front.snapshots.save(benchmark)
    return Offer.of(benchmark, offer.folder)


def _store(front: Front, upload: Upload, token_id: str | None, job: NewJob) -> Accepted:
    blob = f"submissions/{uuid.uuid4().hex}.zip"
    front.blobs.put_file(blob, upload.path)
    new = NewSubmission(
        token_id=token_id, blob=blob, sha256=upload.sha256, size=upload.size, filename=readable(upload.filename),
        metadata=upload.metadata, idempotency_key=upload.idempotency_key, request_digest=upload.request_digest,
    )
    try:
        accepted = _insert_once(front, upload, new, job)
    except Conflict:
        front.blobs.delete(blob)
        raise
    # After a lost connection nobody knows whether the commit came through, so the blob stays: one too many is
    # harmless, one too few is not.
    if accepted.repeated:
        front.blobs.delete(blob)
    return accepted


def _insert_once(front: Front, upload: Upload, new: NewSubmission, job: NewJob) -> Accepted:
    try:
        with front.db.write() as connection:
            repeat = _repeat_of(connection, new.token_id, upload)
            if repeat:
                return repeat
            submission_id = submissions.insert_submission(connection, new, front.clock())
            return Accepted(submission_id, submissions.insert_job(connection, submission_id, job, front.clock()))
    except IntegrityError:  # an equal request was faster: its row is there now
        with front.db.read() as connection:
            repeat = _repeat_of(connection, new.token_id, upload)
        if repeat is None:
            raise
        return repeat


def _repeat_of(connection: Connection, token_id: str | None, upload: Upload) -> Accepted | None:
    if upload.idempotency_key is None:
        return None
    found = submissions.find_repeat(connection, token_id, upload.idempotency_key, upload.request_digest)
    return Accepted(*found, repeated=True) if found else None
