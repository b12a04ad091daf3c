"""Scoring without a server: the same upload, steps and workers as the service, in one process tree over SQLite."""

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.db import attempts, claims, jobs
from adapters.db.migrate import migrate
from adapters.settings import Settings
from api.front import Front, make_front
from api.uploads import Upload, accept_upload
from cli.environments.present import require_environments
from cli.machine import ready_folders, ready_sandboxes, say
from cli.packs import runtimes_of
from cli.waiting import SlotWatch
from scoring import states
from scoring.benchmark import Benchmark
from scoring.canonical import readable
from scoring.errors import BadInput
from scoring.log import log_of
from scoring.repository.rounds import with_rounds
from scoring.verdict import reason_shown
from workers.embedded import PATIENCE_SECONDS, Crew, Housekeeping
from workers.workshop import open_workshop

POLL_SECONDS = 0.1
QUIET = "warning"  # the progress bar says the rest
Watch = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Request:
    """What to score and how."""

    archive: Path
    benchmark: Benchmark
    profile: str | None = None
    partial: bool = False
    no_cache: bool = False
    model: str | None = None


@dataclass(frozen=True)
class Scored:
    """A job that has ended. `report` is there when its state is DONE. `details` are the rows behind `verdicts` with all that is
    known, of private tasks too: for the owner of a benchmark, and for no file."""

    job: dict[str, Any]
    report: dict[str, Any] | None
    verdicts: list[dict[str, Any]]
    details: list[dict[str, Any]] = field(default_factory=list)

    @property
    def unscored(self) -> int:
        return sum(task["unscored"] for task in self.report["content"]["tasks"].values()) if self.report else 0


def score(settings: Settings, request: Request, watch: Watch) -> Scored:
    """Scores one submission; `watch` gets a status document from time to time.

    Raises BadInput for an archive that is refused at once, HostLacks when this machine cannot run sandboxes. A
    KeyboardInterrupt cancels the job and comes through.
    """
    ready_folders(settings)
    front = make_front(settings)
    migrate(front.db)
    upload = _spool(settings, request)
    accepted = accept_upload(front, upload, None, benchmark=request.benchmark)
    try:
        _drive(settings, front, request, accepted.job_id, watch)
    except BaseException:
        cancelled = {"now": front.clock(), "reason": "interrupted"}
        front.db.transact(lambda connection: jobs.cancel(connection, accepted.job_id, **cancelled))
        raise
    return _result(front, accepted.job_id)


def _spool(settings: Settings, request: Request) -> Upload:
    """A copy that the blob store may move away, hashed on the way."""
    if not request.archive.is_file():
        raise BadInput(f"there is no file {request.archive}", code="no_such_file", mend="check the path")
    spool = settings.home / "spool"
    spool.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=spool)
    with os.fdopen(handle, "wb") as copy, request.archive.open("rb") as source:
        shutil.copyfileobj(source, copy, 1 << 20)
    with open(name, "rb") as copy:
        sha256 = hashlib.file_digest(copy, "sha256").hexdigest()
    return Upload(
        path=Path(name), sha256=sha256, size=Path(name).stat().st_size, filename=request.archive.name,
        benchmark=request.benchmark.name, profile=request.profile, partial=request.partial, no_cache=request.no_cache,
        metadata={"model": request.model} if request.model else {},
    )


def _drive(settings: Settings, front: Front, request: Request, job_id: str, watch: Watch) -> None:
    runtimes = runtimes_of(request.benchmark)
    sandboxes = ready_sandboxes(settings, front.db, runtimes) if runtimes else None
    if sandboxes is not None:
        require_environments(request.benchmark, sandboxes.image_key)
    workshop = open_workshop(settings, sandboxes)
    housekeeping = Housekeeping(workshop)
    housekeeping.tick()
    size = settings.slots if _state(front, job_id) == states.RUNNING else 0
    waiting = SlotWatch(settings, say)
    with Crew(settings, runtimes, size, log_level=QUIET) as crew, told_when_cancelled(bool(size)):
        while (state := _state(front, job_id)) not in states.TERMINAL:
            housekeeping.tick()
            watch(_status(front, job_id, state))
            crew.tend()
            if size:
                waiting.look(lambda: front.db.query(lambda connection: claims.is_running(connection, job_id)))
            time.sleep(POLL_SECONDS)
    watch(_status(front, job_id, state))


@contextmanager
def told_when_cancelled(has_members: bool) -> Iterator[None]:
    """Says at a KeyboardInterrupt, which comes through, what the crew does before it ends."""
    try:
        yield
    except KeyboardInterrupt:
        if has_members:
            say(f"cancelling: what runs now is finished and kept ({PATIENCE_SECONDS} s at most); Ctrl-C again ends at once")
        raise


def _state(front: Front, job_id: str) -> str:
    return front.db.query(lambda connection: jobs.get_job(connection, job_id))["state"]


def _status(front: Front, job_id: str, state: str) -> dict[str, Any]:
    tasks = front.db.query(lambda connection: jobs.progress(connection, job_id))
    verdicts: dict[str, int] = {}
    for task in tasks.values():
        for name, count in task.verdicts.items():
            verdicts[name] = verdicts.get(name, 0) + count
    counts = {name: {"done": task.done, "total": task.total} for name, task in tasks.items()}
    return {"state": state, "tasks": counts, "verdicts": verdicts}


def _result(front: Front, job_id: str) -> Scored:
    job = front.db.query(lambda connection: jobs.get_job(connection, job_id))
    if job["state"] != states.DONE:
        return Scored(job, None, [])
    benchmark = front.snapshots.load(job["benchmark_digest"])
    details = front.db.query(lambda connection: list(attempts.job_details(connection, job_id)))
    rows = [verdict_row(row, benchmark.tasks[row["task"]].is_private) for row in details]
    return Scored(job, json.loads(front.report_bytes(job)), rows, details)


def verdict_row(row: dict[str, Any], is_private: bool) -> dict[str, Any]:
    """A line of verdicts.jsonl. Whatever a program could steer is withheld for a private task: it has seen hidden tests."""
    outcome = None if is_private or row["outcome"] is None else log_of(row["verdict"], row["outcome"])
    log = "\n".join(readable(part) for part in (with_rounds(outcome), outcome.stderr) if part) if outcome else None
    return {
        "task": row["task"], "sample": row["sample_id"], "attempt": row["attempt"], "verdict": row["verdict"],
        "reason": reason_shown(row["verdict"], row["reason"], is_private=is_private), "answer": row["answer"], "log": log,
        "weak_guarantee": row["weak_guarantee"], "tests_passed": None if is_private else row["tests_passed"],
        "tests_total": None if is_private else row["tests_total"], "failure": None if is_private else row["failure"],
        "cpu_ms": outcome.cpu_ms if outcome else None, "peak_kib": outcome.peak_kib if outcome else None,
    }
