"""Every table, once. Migrations under migrations/ follow this file.

Untrusted text that must survive whole (answers, outputs, outcomes) is stored as compressed ASCII JSON in binary
columns, because Postgres text takes neither NUL nor lone surrogates. Text columns hold `canonical.readable` text.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(naming_convention={
    "ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s", "pk": "pk_%(table_name)s",
})

Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite autoincrements INTEGER keys only
# Times are seconds since the epoch (float, UTC) everywhere: both databases compare them alike.
Time = Float

tokens = Table(
    "tokens", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),  # SHA-256 of the token: it is 256 random bits, so no salt
    Column("role", String(16), nullable=False),  # member | admin
    Column("created_at", Time, nullable=False),
    Column("revoked_at", Time),
)

submissions = Table(
    "submissions", metadata,
    Column("id", String(32), primary_key=True),
    Column("token_id", String(32), ForeignKey("tokens.id")),  # null: made by the embedded command line
    Column("blob", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("filename", Text, nullable=False),
    Column("metadata", JSON, nullable=False),
    Column("idempotency_key", Text),
    Column("request_digest", String(64), nullable=False),  # what an equal Idempotency-Key must repeat
    Column("created_at", Time, nullable=False),
    UniqueConstraint("token_id", "idempotency_key"),
)

leases = Table(
    "leases", metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", Text, nullable=False),  # host:pid of the worker
    Column("purpose", String(16), nullable=False),  # parse | run | aggregate
    Column("job_id", String(32), nullable=False),
    Column("expires_at", Time, nullable=False),
    Index(None, "expires_at"),
)

jobs = Table(
    "jobs", metadata,
    Column("id", String(32), primary_key=True),
    Column("submission_id", String(32), ForeignKey("submissions.id"), nullable=False),
    Column("benchmark", Text, nullable=False),
    Column("benchmark_version", Text, nullable=False),
    Column("benchmark_digest", String(64), nullable=False),
    Column("profile", String(32), nullable=False),
    Column("partial", Boolean, nullable=False),
    Column("no_cache", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("lease_id", String(32)),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("problems", JSON, nullable=False),
    Column("reason", Text),  # why it FAILED, was REJECTED or CANCELLED, for people
    Column("judge_calls", BigInteger, nullable=False, server_default=text("0")),  # what its budget for the judge has spent
    Column("judge_tokens", BigInteger, nullable=False, server_default=text("0")),
    Column("report_blob", Text),
    Column("created_at", Time, nullable=False),
    Column("started_at", Time),
    Column("finished_at", Time),
    Index(None, "state", "created_at"),
    Index(None, "submission_id"),
)

outcomes = Table(
    "outcomes", metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("case_id", Id, nullable=False),
    Column("lease_id", String(32), nullable=False),
    Column("accepted", Boolean, nullable=False),  # false: it came after its lease had expired; kept, never counted
    Column("repeatable", Boolean, nullable=False),
    Column("owner", Text, nullable=False),
    Column("facts", LargeBinary, nullable=False),  # packed Outcome
    Column("created_at", Time, nullable=False),
    Index(None, "key"),
    Index(None, "case_id"),
)

cases = Table(
    "cases", metadata,
    Column("id", Id, primary_key=True),
    Column("job_id", String(32), ForeignKey("jobs.id"), nullable=False),
    Column("task", Text, nullable=False),
    Column("sample_id", Text, nullable=False),  # the first sample that needs it: equal keys are judged alike
    Column("key", String(64), nullable=False),
    Column("runtime", String(32), nullable=False),
    Column("payload", LargeBinary, nullable=False),  # packed Case
    Column("state", String(16), nullable=False),  # PENDING | CLAIMED | DONE | UNSCORED
    Column("lease_id", String(32)),
    Column("tries", Integer, nullable=False, server_default=text("0")),  # workers that died with it in flight, or sandboxes
    Column("outcome_id", Id),
    Column("reused", Boolean, nullable=False, server_default=text("false")),
    Column("failure", Text),  # the last infrastructure failure
    UniqueConstraint("job_id", "key"),
    Index(None, "runtime", "state"),
    Index(None, "job_id", "state", "task"),
    Index(None, "lease_id"),
)

attempts = Table(
    "attempts", metadata,
    Column("id", Id, primary_key=True),
    Column("job_id", String(32), ForeignKey("jobs.id"), nullable=False),
    Column("task", Text, nullable=False),
    Column("sample_id", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("case_id", Id),
    Column("answer", LargeBinary),  # packed answer text
    Column("facts", JSON, nullable=False),  # finish_reason, tokens, cost ... as submitted
    Column("verdict", String(16)),  # null: not judged yet
    Column("reason", Text),
    Column("tests_passed", Integer),
    Column("tests_total", Integer),
    Column("scores", JSON(none_as_null=True)),  # what metrics other than pass@k are made of
    UniqueConstraint("job_id", "task", "sample_id", "attempt"),
    Index(None, "case_id"),
    Index(None, "job_id", "task", "verdict"),
)

rooms = Table(
    "rooms", metadata,
    Column("runtime", String(32), primary_key=True),
    Column("image_key", String(64), nullable=False),  # content key of the image whose self-test passed last
    Column("reported_at", Time, nullable=False),
    Column("waits_for", String(16)),  # slot | host: its cases wait for that, by a worker's word; see waits.py
    Column("waits_since", Time),
    Column("waits_until", Time),  # how long that word holds
)
