"""The only reader of the environment. Every variable starts with ASSAY_; docs/operating.md lists them."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from scoring.near import closest, nearest

_PREFIX = "ASSAY_"
# Of the compose stack, the launcher and image builds: read elsewhere, so they are no misspelt settings.
_OTHERS = frozenset({
    "BIND", "PORT", "BENCHMARKS_DIR", "PYTHON_WORKERS", "DOCKER_SOCKET", "CACHE", "DEBIAN_MIRROR", "POSTGRES_PASSWORD",
    "IMAGE_SERVICE", "IMAGE_POSTGRES", "IMAGE_REDIS", "IMAGE_S3"})
VERSION = "0.1.0"
ROOT = Path(__file__).resolve().parent.parent


LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class Settings(BaseSettings):
    """All knobs of every process, with the defaults of the embedded mode (SQLite, folder blobs, no broker)."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, extra="ignore")

    home: Path = Field(default_factory=lambda: Path.home() / ".local" / "share" / "assay")
    database_url: str = ""  # default: SQLite under `home`
    broker_url: str = ""  # empty: no broker, workers poll the database (embedded mode)
    blobs: str = ""  # a folder, or s3://BUCKET; default: a folder under `home`
    s3_endpoint: str = ""
    s3_access_key: str = ""
    s3_secret_key: str = ""
    s3_region: str = "us-east-1"
    benchmarks: Path = ROOT / "benchmarks"  # folder of packs that the service offers

    max_upload_bytes: int = 2 * 1024**3
    max_member_bytes: int = 1024**3  # one archive member, unpacked
    max_unpacked_bytes: int = 4 * 1024**3
    max_json_bytes: int = 32 * 1024**2  # one .json document or one JSONL line: it is parsed in memory
    max_json_nodes: int = 1_000_000
    max_answer_bytes: int = 4 * 1024**2
    max_answers_bytes: int = 512 * 1024**2  # all answers of a submission: a worker holds them in memory while it plans
    max_entries: int = 2_000

    slots: int = Field(default_factory=lambda: len(os.sched_getaffinity(0)))  # sandboxes at once on this host
    slot_dir: Path = Path("/tmp/assay-slots")  # shared by every worker of this host
    sandbox: Literal["pooled", "fresh"] = "pooled"  # "fresh": a container per case, for some 200 ms of CPU each
    engine_address: str = ""  # of the container engine that runs sandboxes; empty: DOCKER_HOST, or this machine's
    engine_runtime: str = ""  # of the container engine, such as runsc; empty: the engine's default
    memory_groups: bool = True  # lend sandboxes a cgroup to measure memory in; needs an engine that runs as root
    min_free_memory_mib: int = 1024  # with less, workers take no more cases for now
    drain_disk_share: float = 0.85  # a disk fuller than this likewise
    batch_cases: int = 50
    lease_seconds: float = 20.0
    sweep_seconds: float = 5.0
    case_tries: int = 3

    judge_url: str = ""  # base of an endpoint that speaks OpenAI's chat completions; empty: judged tasks stay unscored
    judge_key: str = ""
    judge_model: str = ""  # empty: the judge that the benchmark asks for
    judge_concurrency: int = Field(8, ge=1)  # questions at once, in each sandbox slot
    judge_tries: int = Field(6, ge=1)  # of one question
    judge_pause_seconds: float = 1.0  # before the second try; doubled from try to try
    judge_timeout_seconds: float = 60.0  # of one question
    judge_max_calls: int = 20_000  # of one job; MERA's 689 reviews have at most 6,890 comments
    judge_max_tokens: int = 20_000_000  # of one job, asked and answered

    log_level: str = "info"
    public_url: str = ""
    url: str = ""  # the service that the command line talks to
    token: str = ""

    @field_validator("log_level")
    @classmethod
    def _is_level(cls, value: str) -> str:
        if value.lower() not in LOG_LEVELS:
            raise ValueError(f"there is no level {value!r}; {closest(value.lower(), LOG_LEVELS)}")
        return value

    @field_validator("judge_url")
    @classmethod
    def _is_address(cls, value: str) -> str:
        """At once rather than after each question in vain: a client takes `host:8000` for a scheme and says nothing of it."""
        url = urlsplit(value)
        if value and (url.scheme not in ("http", "https") or not url.hostname):
            raise ValueError("this is no address of an endpoint; write http://HOST:PORT/v1 or https://HOST/v1")
        return value

    @model_validator(mode="after")
    def _another_kernel_is_not_shared(self) -> "Settings":
        """Such runtimes may lack our filter of calls and Landlock, which keep the programs of a container apart."""
        if self.engine_runtime and self.sandbox != "fresh":
            raise ValueError("ASSAY_ENGINE_RUNTIME goes with ASSAY_SANDBOX=fresh, a container per case")
        return self

    def resolved_database_url(self) -> str:
        return self.database_url or f"sqlite:///{self.home / 'assay.db'}"

    def resolved_blobs(self) -> str:
        return self.blobs or str(self.home / "blobs")


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The process's settings, read once."""
    return Settings()


def unknown_variables() -> list[str]:
    """A sentence for each variable of the environment that looks like a setting and is none: it changes nothing, and whoever
    set it thinks that it does."""
    known = {name.upper() for name in Settings.model_fields} | _OTHERS
    given = os.environ  # noqa: TID251 - this module is the reader, and pydantic does not say what it passed over
    names = sorted(name for name in given if name.upper().startswith(_PREFIX))
    strange = {name: word for name in names if (word := name.upper().removeprefix(_PREFIX)) not in known}
    return [f"{name} is no setting and changes nothing; "
            + (f"did you mean {_PREFIX}{near}?" if (near := nearest(word, known)) else "docs/operating.md lists them")
            for name, word in strange.items()]
