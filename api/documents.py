"""The JSON documents of the API: what callers may rely on, with an example of each."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring import states
from scoring.verdict import VERDICTS

Id = Annotated[str, Field(pattern="^[0-9a-f]{32}$", description="32 hexadecimal digits")]
State = Literal[(*states.ACTIVE, *states.TERMINAL)]
VerdictName = Literal[VERDICTS]
Links = dict[str, str]

JOB, OTHER_JOB, SUBMISSION = "5f0c" * 8, "77aa" * 8, "1d9e" * 8
JOB_LINKS = {
    name: f"/v1/jobs/{JOB}{tail}" for name, tail in (
        ("job", ""), ("events", "/events"), ("report", "/report"), ("verdicts", "/verdicts"),
        ("problems", "/problems"), ("cancel", "/cancel"))
} | {"submission": f"/v1/submissions/{SUBMISSION}"}


def example(**values: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", frozen=True, json_schema_extra={"examples": [values]})


class Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Fault(Document):
    """One of several things that are wrong with a request or with the service."""

    field: str | None = None
    code: str
    message: str
    mend: str | None = None


class Problem(Document):
    """An RFC 9457 problem document. `code` is a stable word for machines, `mend` says what to do about it."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    mend: str | None = None
    instance: str
    request_id: str | None = None
    problems: list[Fault] | None = None


class AcceptedDocument(Document):
    """A submission was taken in, and its job waits. `repeated`: the same request came before under this key."""

    model_config = example(submission_id=SUBMISSION, job_id=JOB, repeated=False, links=JOB_LINKS)

    submission_id: Id
    job_id: Id
    repeated: bool
    links: Links


class BenchmarkVersion(Document):
    name: str
    version: str


class ContentProblem(Document):
    """A fault of a submission's content. An `error` rejects the job, a `warning` does not."""

    severity: Literal["error", "warning"]
    file: str
    task: str | None = None
    sample: str | None = None
    row: int | None = None
    code: str
    message: str
    mend: str


EXAMPLE_PROBLEM = {
    "severity": "warning", "file": "ruHumanEval.json", "task": "ruHumanEval", "sample": "7", "row": None,
    "code": "no_id", "message": "sample 7 has no answer", "mend": "add it; it is scored as a failure",
}
EXAMPLE_JOB = {
    "id": JOB, "submission_id": SUBMISSION, "state": "RUNNING", "benchmark": {"name": "example", "version": "1.0"},
    "profile": "strict", "partial": False, "no_cache": False, "filename": "answers.zip",
    "metadata": {"model": "my-model-7b"}, "created_at": "2026-01-31T12:00:00Z", "started_at": "2026-01-31T12:00:01Z",
    "finished_at": None, "links": JOB_LINKS,
}


class JobLine(Document):
    """A job in a list."""

    model_config = example(**EXAMPLE_JOB)

    id: Id
    submission_id: Id
    state: State
    benchmark: BenchmarkVersion
    profile: str
    partial: bool
    no_cache: bool
    filename: str
    metadata: dict[str, Any]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    links: Links


class JobList(Document):
    """Newest first."""

    model_config = example(items=[EXAMPLE_JOB])

    items: list[JobLine]


class TaskCount(Document):
    """Attempts of one task that are judged, and attempts in all."""

    done: int
    total: int


class Waiting(Document):
    """What a job waits for while nothing of it runs: a free `slot` of the host, whose sandboxes others use; a `host` with
    enough memory and disk; or a `worker` of the `queue`. `message` says it for people."""

    what: Literal["slot", "host", "worker"]
    queue: str
    message: str


class JobStatus(JobLine):
    """The state of a job. `waiting` is null while something of it runs, and after its end; `eta_seconds` is null while there
    is no pace to go by, nothing runs, or an outcome is overdue; `problems` holds the first 200 of `problems_total`;
    `queue_position` counts the unfinished jobs that came before, which do not have to end first."""

    model_config = example(
        **EXAMPLE_JOB, tasks={"ruHumanEval": {"done": 820, "total": 1640}}, done=820, total=1640,
        verdicts={"PASSED": 512, "WRONG_ANSWER": 308}, queue_position=0, waiting=None, eta_seconds=41,
        problems=[EXAMPLE_PROBLEM], problems_total=1, reason=None,
    )

    tasks: dict[str, TaskCount]
    done: int
    total: int
    verdicts: dict[str, int]
    queue_position: int | None
    waiting: Waiting | None
    eta_seconds: int | None
    problems: list[ContentProblem]
    problems_total: int
    reason: str | None


class ProblemList(Document):
    """Every fault that was found in the submission's content."""

    model_config = example(items=[EXAMPLE_PROBLEM])

    items: list[ContentProblem]


class SubmissionDocument(Document):
    """An uploaded archive and the jobs that scored it, oldest first."""

    model_config = example(
        id=SUBMISSION, filename="answers.zip", sha256="9f86" * 16, size=48213, metadata={"model": "my-model-7b"},
        created_at="2026-01-31T12:00:00Z", jobs=[JOB, OTHER_JOB], links={"jobs": f"/v1/submissions/{SUBMISSION}/jobs"},
    )

    id: Id
    filename: str
    sha256: str
    size: int
    metadata: dict[str, Any]
    created_at: datetime
    jobs: list[Id]
    links: Links


class RescoreRequest(Document):
    """What the new job shall change; fields left out keep what the submission's latest job had. The benchmark is
    taken in the version that is offered now."""

    model_config = example(profile="mera-1", no_cache=True)

    benchmark: str | None = Field(None, min_length=1, max_length=200)
    profile: str | None = Field(None, min_length=1, max_length=32)
    partial: bool | None = None
    no_cache: bool = False


EXAMPLE_VERDICT = {
    "id": 4711, "job_id": JOB, "task": "ruHumanEval", "sample": "7", "attempt": 0, "verdict": "WRONG_ANSWER",
    "reason": "1 of 8 tests gave another value", "weak_guarantee": False, "tests_passed": 7, "tests_total": 8, "reused": False,
    "failure": None,
    "links": {"verdict": "/v1/verdicts/4711", "log": "/v1/verdicts/4711/log", "job": f"/v1/jobs/{JOB}"},
}


class VerdictDocument(Document):
    """One attempt and its verdict, null while it waits. `reused`: an equal case ran before. `failure` is the last
    failure of our infrastructure; it is withheld for private tasks. `weak_guarantee`: it passed, and its tests ran in the
    answer's own process, where an answer made to cheat can forge a pass (docs/threat-model.md)."""

    model_config = example(**EXAMPLE_VERDICT)

    id: int
    job_id: Id
    task: str
    sample: str
    attempt: int
    verdict: VerdictName | None
    reason: str | None
    weak_guarantee: bool
    tests_passed: int | None
    tests_total: int | None
    reused: bool
    failure: str | None
    links: Links


class VerdictPage(Document):
    """A page of verdicts in a fixed order. `next` goes into `after` for the page behind it; null at the end."""

    model_config = example(items=[EXAMPLE_VERDICT], next="4711",
                           links={"next": f"/v1/jobs/{JOB}/verdicts?after=4711"})

    items: list[VerdictDocument]
    next: str | None
    links: Links


class VerdictLog(VerdictDocument):
    """A verdict with the submitted answer and what the program printed and used. For a private task everything that
    the program could have written or steered is withheld, because it has seen hidden tests: `withheld` is true."""

    model_config = example(
        **EXAMPLE_VERDICT, withheld=False, withheld_reason=None, answer="def add(a, b):\n    return a - b\n",
        stdout="", stderr="", exit_code=0, signal=None, timed_out=None, cpu_ms=31, wall_ms=40, peak_kib=11904,
    )

    withheld: bool
    withheld_reason: str | None = None
    answer: str | None = Field(description="as submitted; a JSON answer as its JSON text")
    stdout: str | None = None
    stderr: str | None = None
    exit_code: int | None = None
    signal: int | None = None
    timed_out: str | None = None
    cpu_ms: int | None = None
    wall_ms: int | None = None
    peak_kib: int | None = None


class TaskLimits(Document):
    cpu_seconds: float
    wall_seconds: float
    memory_mib: int
    output_kib: int
    processes: int
    tmp_mib: int


class TaskDemands(Document):
    """What the benchmark asks of the run that makes the answers."""

    shots: int | None
    system_prompt: str | None
    generation: dict[str, Any]


EXAMPLE_TASK = {
    "name": "ruHumanEval", "kind": "python-io", "runtime": "python", "samples": 164, "attempts": 10,
    "metrics": ["pass@1", "pass@5", "pass@10"], "access": "private", "weight": 1.0, "answer": "text",
    "id_fields": ["id"], "aliases": [],
    "limits": {"cpu_seconds": 10.0, "wall_seconds": 60.0, "memory_mib": 512, "output_kib": 1024, "processes": 32,
               "tmp_mib": 64},
    "demands": {"shots": 0, "system_prompt": None, "generation": {"temperature": 0.6}},
}
EXAMPLE_BENCHMARK = {"name": "example", "version": "1.0", "title": "An example", "description": "",
                     "digest": "ab12" * 16, "profiles": ["strict", "mera-1"]}


class TaskDocument(Document):
    """A task as everybody may know it. `samples` is their number."""

    name: str
    kind: str
    runtime: str | None
    samples: int
    attempts: int
    metrics: list[str]
    access: Literal["public", "private"]
    weight: float
    answer: str
    id_fields: list[str]
    aliases: list[str]
    limits: TaskLimits
    demands: TaskDemands


class BenchmarkLine(Document):
    """A benchmark in a list; `digest` covers everything in it that can change a score."""

    name: str
    version: str
    title: str
    description: str
    digest: str
    profiles: list[str]
    tasks: list[str]
    links: Links


class BenchmarkList(Document):
    model_config = example(items=[{**EXAMPLE_BENCHMARK, "tasks": ["ruHumanEval"],
                                   "links": {"benchmark": "/v1/benchmarks/example"}}])

    items: list[BenchmarkLine]


class UploadLimits(Document):
    """Size caps of an upload, in bytes unless the name says otherwise. One byte over is refused with 413."""

    model_config = example(
        max_upload_bytes=2147483648, max_member_bytes=1073741824, max_unpacked_bytes=4294967296,
        max_json_bytes=33554432, max_json_nodes=1000000, max_answer_bytes=4194304, max_answers_bytes=536870912,
        max_entries=2000,
    )

    max_upload_bytes: int
    max_member_bytes: int
    max_unpacked_bytes: int
    max_json_bytes: int
    max_json_nodes: int
    max_answer_bytes: int
    max_answers_bytes: int
    max_entries: int


class BenchmarkDocument(Document):
    model_config = example(**EXAMPLE_BENCHMARK, tasks=[EXAMPLE_TASK], upload_limits=UploadLimits.model_config[
        "json_schema_extra"]["examples"][0])

    name: str
    version: str
    title: str
    description: str
    digest: str
    profiles: list[str]
    tasks: list[TaskDocument]
    upload_limits: UploadLimits


class Change(Document):
    """A value before and after; null where there is none."""

    a: float | None
    b: float | None
    delta: float | None


class TaskDiff(Document):
    """`changed`: passes of every sample that changed, before and after."""

    metrics: dict[str, Change]
    changed: dict[str, list[int | None]]


class ReportDiff(Document):
    """From the report `against` (a) to that of the job (b). `differ`: a sentence where they were made by another benchmark,
    version or profile, so that a change may come from that."""

    model_config = example(
        same=False, differ=[], totals={"a": 0.7, "b": 0.71, "delta": 0.01},
        tasks={"ruHumanEval": {"metrics": {"pass@1": {"a": 0.7, "b": 0.71, "delta": 0.01}}, "changed": {"7": [3, 4]}}},
    )

    same: bool
    differ: list[str]
    tasks: dict[str, TaskDiff]
    totals: Change


EXAMPLE_METRIC = {"value": 0.71, "n": 164, "stderr": 0.035, "ci95": [0.636, 0.774], "reason": None}


class Report(BaseModel):
    """report.json. `content` is the same, byte for byte, for the same input; times, memory and ids of this job stand
    in `measures` and `provenance`, and the SHA-256 of `content` too."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [{
        "schema": "assay.report/1",
        "content": {"profile": "strict", "totals": {}, "tasks": {"ruHumanEval": {
            "samples": 164, "attempts": 1, "metrics": {"pass@1": EXAMPLE_METRIC}, "passed_per_sample": {"0": 1},
            "verdicts": {"PASSED": 116, "WRONG_ANSWER": 48}, "unscored": 0}}},
        "measures": {}, "provenance": {"content_sha256": "ab12" * 16},
    }]})

    schema_: str = Field(alias="schema")
    content: dict[str, Any]
    measures: dict[str, Any]
    provenance: dict[str, Any]


class Alive(Document):
    model_config = example(status="ok")

    status: Literal["ok"]


class Ready(Document):
    model_config = example(status="ready", checks={"database": "ok", "blobs": "ok", "broker": "ok"})

    status: Literal["ready"]
    checks: dict[str, Literal["ok"]]
