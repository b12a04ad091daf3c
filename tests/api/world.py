"""A small real service to test against: packs on disk, a migrated database, tokens, and jobs in every state."""

import contextlib
import hashlib
import io
import json
import threading
import time
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import yaml

from adapters.benchmarks import load_pack
from adapters.db import attempts, claims, jobs, tokens
from adapters.db.migrate import migrate
from adapters.db.submissions import NewJob, NewSubmission, insert_job, insert_submission
from adapters.settings import Settings
from api.app import create_app
from api.front import Front, make_front
from scoring import states
from scoring.benchmark import Benchmark
from scoring.canonical import canonical_json
from scoring.case import Case
from scoring.counting import counted
from scoring.outcome import Outcome
from scoring.plan import PlannedAttempt
from scoring.report import AttemptResult, build_content, build_report
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict

CANARY = "canary7f3d91"
OPEN, SECRET = "open", "secret"  # benchmarks


def write_packs(folder: Path) -> None:
    """`open`: a public task T of two samples. `secret`: private tasks of every kind, with the canary in all that is
    hidden."""
    _write_pack(folder / OPEN, {"name": OPEN, "version": "1.0", "tasks": {
        "T": {"kind": "exact-match", "data": "T.json", "metrics": ["exact_match"]},
    }}, {"T": ("public", [_sample(n, f"say {n}", {}, str(n)) for n in (1, 2)])})
    tests = json.dumps([{"x": CANARY}])
    io_inputs = {"function": f"def f(x):\n    '''{CANARY}'''\n", "tests": tests}
    test_inputs = {"prompt": f"# {CANARY}\n", "tests": f"def check(f):\n    assert f() == '{CANARY}'\n", "entry_point": "f"}
    _write_pack(folder / SECRET, {"name": SECRET, "version": "1.0", "tasks": {
        "M": {"kind": "exact-match", "data": "M.json", "metrics": ["exact_match"]},
        "IO": {"kind": "python-io", "data": "IO.json", "runtime": "python", "metrics": ["pass@1"]},
        "PT": {"kind": "python-tests", "data": "PT.json", "runtime": "python", "metrics": ["pass@1"]},
    }}, {
        "M": ("private", [_sample(1, CANARY, {"text": CANARY}, CANARY)]),
        "IO": ("private", [_sample(1, CANARY, io_inputs, [CANARY], entry_point="f", canonical_solution=CANARY)]),
        "PT": ("private", [_sample(1, CANARY, test_inputs, {"solution": f"    return '{CANARY}'\n"})]),
    })


def _sample(number: int, instruction: str, inputs: Any, outputs: Any, **meta: Any) -> dict[str, Any]:
    return {"instruction": instruction, "inputs": inputs, "outputs": outputs, "meta": {"id": number, **meta}}


def _write_pack(folder: Path, declared: dict, tasks: dict[str, tuple[str, list[dict]]]) -> None:
    folder.mkdir(parents=True)
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(declared), "utf-8")
    for name, (access, samples) in tasks.items():
        (folder / f"{name}.json").write_text(json.dumps({"access": access, "data": samples}), "utf-8")
        declared["tasks"][name]["access"] = access
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(declared), "utf-8")


def zipped(members: dict[str, str], *, padding: int = 0) -> bytes:
    """An archive; `padding` bytes of a stored member make it as large as wanted."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
        if padding:
            archive.writestr("padding.txt", b"\0" * padding)
    return out.getvalue()


ANSWERS = zipped({"answers.jsonl": '{"task":"T","id":"1","output":"1"}\n{"task":"T","id":"2","output":"x"}\n'})


@dataclass
class World:
    front: Front
    tokens: dict[str, str]

    @property
    def home(self) -> Path:
        return self.front.settings.home

    def token_id(self, name: str) -> str:
        with self.front.db.read() as connection:
            return tokens.find(connection, self.tokens[name]).token_id

    def left_behind(self) -> tuple[int, int, int]:
        """Jobs, submission blobs and spool files that are there."""
        with self.front.db.read() as connection:
            count = sum(jobs.state_counts(connection).values())
        blobs = list((self.home / "blobs" / "submissions").glob("*"))
        return count, len(blobs), len(list((self.home / "spool").glob("*")))


def make_world(home: Path, **settings: Any) -> World:
    """Three tokens: the members `ann` and `bob`, and `root`, an admin."""
    write_packs(home / "packs")
    front = make_front(Settings(home=home, benchmarks=home / "packs", **settings))
    migrate(front.db)
    with front.db.write() as connection:
        made = {name: tokens.create(connection, name=name, role="admin" if name == "root" else "member", now=time.time())
                for name in ("ann", "bob", "root")}
    return World(front, made)


def insert(world: World, owner: str, benchmark_name: str = OPEN, blob: bytes = ANSWERS) -> tuple[str, str, Benchmark]:
    """A stored submission with a QUEUED job: (submission id, job id, benchmark)."""
    front = world.front
    benchmark = load_pack(front.settings.benchmarks / benchmark_name)
    front.snapshots.save(benchmark)
    key = f"submissions/{uuid.uuid4().hex}.zip"
    front.blobs.put(key, blob)
    new = NewSubmission(token_id=world.token_id(owner), blob=key, sha256=hashlib.sha256(blob).hexdigest(), size=len(blob),
                        filename="answers.zip", metadata={"model": "m"}, idempotency_key=None, request_digest="0" * 64)
    with front.db.write() as connection:
        submission_id = insert_submission(connection, new, front.clock())
        job_id = insert_job(connection, submission_id, NewJob(
            benchmark.name, benchmark.version, benchmark.digest, "strict"), front.clock())
    return submission_id, job_id, benchmark


def running_job(world: World, owner: str, benchmark_name: str = OPEN) -> str:
    """RUNNING, one attempt per sample: the first of each task is judged, others wait with a pending case."""
    _, job_id, benchmark = insert(world, owner, benchmark_name)
    planned = []
    for task in benchmark.tasks.values():
        for index, sample in enumerate(task.samples):
            case = Case(runtime="python", runner="python-tests", program=f"# {task.name} {sample.id}",
                        payload={"tests": f"hidden {CANARY}"})
            attempt = PlannedAttempt(task=task.name, sample_id=sample.id, attempt=0, answer=f"answer {sample.id}", facts={},
                                     case=None if index else case, verdict=Verdict(WRONG_ANSWER, "odd") if index else None)
            planned.append((attempt, None if index else case.key("image")))
    with world.front.db.write() as connection:
        attempts.insert_plan(connection, job_id, planned, {}, judge=None)
        jobs.move(connection, job_id, frm=states.QUEUED, to=states.RUNNING, started_at=time.time() - 10)
    return job_id


def finished_job(world: World, owner: str, benchmark_name: str = OPEN, report: dict[str, Any] | None = None,
                 **facts: Any) -> str:
    """DONE, with outcomes that have these facts and otherwise output that holds the canary, as a program that has seen hidden
    tests may print it."""
    job_id = running_job(world, owner, benchmark_name)
    with world.front.db.write() as connection:
        while batch := claims.claim_batch(connection, "python", owner="test", until=time.time() + 60, limit=100, shares=1):
            for claimed in batch.cases:
                outcome = Outcome(**{
                    "exit_code": 0, "cpu_ms": 5, "wall_ms": 7, "peak_kib": 900, "stdout": f"out {CANARY}",
                    "stderr": f"err {CANARY}\x00\ud800", "report": report or {"phase": "done", "results": []}, **facts})
                claims.record(connection, batch.lease_id, claimed, key=claimed.case.key("image"), outcome=outcome,
                              verdicts={key: Verdict(PASSED) for key in attempts.asking(connection, claimed.id)},
                              owner="test", now=time.time())
        jobs.finish_if_last(connection, job_id)
    store_report(world, job_id)
    return job_id


def store_report(world: World, job_id: str) -> None:
    front = world.front
    with front.db.read() as connection:
        job = jobs.get_job(connection, job_id)
        rows = attempts.results(connection, job_id)
    benchmark = front.snapshots.load(job["benchmark_digest"])
    content = build_content(benchmark, job["profile"], [AttemptResult(*row) for row in rows])
    front.blobs.put(f"reports/{job_id}.json", canonical_json(build_report(content, {}, {"job": job_id})).encode())
    with front.db.write() as connection:
        assert jobs.move(connection, job_id, frm=states.AGGREGATING, to=states.DONE, finished_at=time.time(),
                         report_blob=f"reports/{job_id}.json")


def rejected_job(world: World, owner: str, problems: int = 1) -> str:
    _, job_id, _ = insert(world, owner)
    found = [{"severity": "error", "file": "T.json", "task": "T", "sample": str(n), "row": n, "code": "duplicate_id",
              "message": f"sample {n} comes twice \ud800", "mend": "send it once"} for n in range(problems)]
    with world.front.db.write() as connection:
        jobs.move(connection, job_id, frm=states.QUEUED, to=states.REJECTED, problems=found, finished_at=time.time(),
                  reason=f"the submission has {counted(problems, 'error')}")
    return job_id


@contextlib.contextmanager
def serving(front: Front, port: int = 0) -> Iterator[str]:
    """The address of a live server over this front door."""
    server = uvicorn.Server(uvicorn.Config(create_app(front), port=port, log_config=None, access_log=False,
                                           timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


class Door(httpx.Client):
    """One caller at the door."""

    def __init__(self, url: str, token: str | None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        super().__init__(base_url=url, headers=headers, timeout=30, trust_env=False)

    def upload(self, data: bytes = ANSWERS, *, key: str | None = None, **fields: str) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        return self.post("/v1/submissions", files={"file": ("answers.zip", data)}, data={"benchmark": OPEN, **fields},
                         headers=headers)


def assert_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found = answer.json()
    assert (answer.status_code, found["status"], found["code"]) == (status, status, code), found
    assert found["type"] == f"urn:assay:problem:{code}" and found["title"] and found["detail"]
    assert found["request_id"] == answer.headers["x-request-id"]
    return found
