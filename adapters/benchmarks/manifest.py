"""The shape of benchmark.yaml. Unknown keys are faults: a misspelt limit must not pass for no limit."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class LimitsPart(Part):
    """Of one program. What is left out has the defaults of `scoring.benchmark.Limits`."""

    cpu_seconds: float | None = Field(None, gt=0, le=3600)
    wall_seconds: float | None = Field(None, gt=0, le=7200)
    memory_mib: int | None = Field(None, ge=32, le=65536)
    output_kib: int | None = Field(None, ge=1, le=65536)
    processes: int | None = Field(None, ge=1, le=512)
    tmp_mib: int | None = Field(None, ge=1, le=16384)


class TaskPart(Part):
    """One task. `fields` maps instruction, inputs, outputs, meta (or `inputs.NAME`...) to columns of JSONL or Parquet;
    `files` maps settings to YAML files of the pack that hold them."""

    kind: str
    data: str
    fields: dict[str, str] = {}
    runtime: str | None = None
    limits: LimitsPart = LimitsPart()
    attempts: int = Field(1, ge=1, le=1000)
    metrics: list[str] | None = Field(None, min_length=1)
    access: Literal["public", "private"] | None = None
    weight: float = Field(1.0, gt=0)
    answer: Literal["text", "json"] = "text"
    id_fields: list[str] = Field(["id"], min_length=1)
    aliases: list[str] = []
    breakdown: list[str] = []
    cluster: str | None = None
    shots: int | None = Field(None, ge=0)
    system_prompt: str | None = None
    generation: dict[str, JsonValue] = {}
    settings: dict[str, JsonValue] = {}
    files: dict[str, str] = {}


class Manifest(Part):
    """The whole file. Task names are file names of submissions, so they are plain."""

    name: str = Field(pattern=NAME)
    version: str = Field(pattern=NAME)
    title: str = ""
    description: str = ""
    profiles: list[Literal["strict", "mera-1"]] = Field(["strict", "mera-1"], min_length=1)
    tasks: dict[str, TaskPart] = Field(min_length=1)
    totals: dict[str, list[str]] = {}

    @field_validator("version", mode="before")
    @classmethod
    def _version_is_text(cls, value: Any) -> Any:
        if isinstance(value, int | float):
            raise ValueError(f"put it in quotes: YAML reads {value} as a number, and 1.10 as 1.1")
        return value
