"""environments.yaml: the repositories in which samples of a pack live, each with what its image is made of.

A task names the file under `files: {environments: environments.yaml}`; a sample names its environment in
`meta.environment` and, where the answer goes into a file, that file in `meta.file`. Those files are *withheld* from the
image: the right answer stands in them.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from adapters.benchmarks.manifest import NAME, LimitsPart, Part
from adapters.benchmarks.mistakes import in_words
from scoring.benchmark import Limits, Sample
from scoring.canonical import digest
from scoring.near import closest
from scoring.repository.environment import file_of

KINDS_OF_SOURCE = ("pip", "archive", "folder", "git", "debian", "maven", "go")
TOOLS = ("pytest", "maven", "go", "ctest", "make")
# A whole test suite in place of one program: what tasks with environments have where they give no limits of their own.
DEFAULT_LIMITS = Limits(cpu_seconds=300, wall_seconds=900, memory_mib=2048, output_kib=8192, processes=256, tmp_mib=512)


class SourcePart(Part):
    """Where the tree comes from: one of these. `commit` belongs to `git`."""

    pip: str | None = Field(None, pattern=r"^[A-Za-z0-9][\w.-]*==[\w.!+-]+$")
    archive: str | None = Field(None, min_length=1)
    folder: str | None = Field(None, min_length=1)
    git: str | None = Field(None, min_length=1)
    commit: str | None = Field(None, pattern=r"^[0-9a-f]{40,64}$")
    debian: str | None = Field(None, pattern=r"^[a-z0-9][a-z0-9+.-]+=[\w.+:~-]+$")
    maven: str | None = Field(None, pattern=r"^[\w.-]+:[\w.-]+:[\w.-]+$")
    go: str | None = Field(None, pattern=r"^[\w./~-]+@v[\w.+-]+$")

    @model_validator(mode="after")
    def _one_of_them(self) -> "SourcePart":
        given = [name for name in KINDS_OF_SOURCE if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"source must be one of {', '.join(KINDS_OF_SOURCE)}")
        if (self.commit is not None) != (given == ["git"]):
            raise ValueError("a git source needs the full hash of its commit, and no other source has one")
        return self

    @property
    def kind(self) -> str:
        return next(name for name in KINDS_OF_SOURCE if getattr(self, name) is not None)

    @property
    def value(self) -> str:
        return getattr(self, self.kind)


class EnvironmentSpec(Part):
    """One environment. `build` is shell text that runs in /repo with a network; without it the tool's own is taken.

    `sha256` is the checksum of what is fetched, of a folder or commit that of the tree (cli/environments/trees.py).
    `history` gives the tree a git history of one commit, for builds that ask git for a version.
    """

    source: SourcePart
    sha256: str | None = Field(None, pattern=r"^[0-9a-f]{64}$")
    strip: int | None = Field(None, ge=0, le=8)
    tool: Literal["pytest", "maven", "go", "ctest", "make"]
    jdk: Literal["17", "21", "25"] | None = None
    build: str | None = None
    history: bool = False
    test: dict[str, Any] = {}
    limits: LimitsPart = LimitsPart()

    def limits_over(self, tasks: Iterable[Limits]) -> Limits:
        """The limits of a run that stands for these tasks: the largest of theirs, and over them what is given here."""
        listed = list(tasks)
        largest = {name: max(getattr(limits, name) for limits in listed) for name in LimitsPart.model_fields}
        return Limits(**{**largest, **self.limits.model_dump(exclude_none=True)})


def parse_environments(document: Any) -> dict[str, EnvironmentSpec]:
    """The environments of a file by name. Raises ValueError with a sentence for each fault, one per line."""
    if not isinstance(document, dict) or not document:
        raise ValueError("must be an object of environments by name")
    specs, faults = {}, []
    for name, part in document.items():
        try:
            if not isinstance(name, str) or not re.match(NAME, name):
                raise ValueError("a name is letters, digits, dot, dash, underscore")
            specs[name] = EnvironmentSpec.model_validate(part)
        except ValidationError as error:
            faults += [f"{name}: {'.'.join(map(str, fault['loc']))}: {_said(fault)}" for fault in error.errors()]
        except ValueError as error:
            faults.append(f"{name!r}: {error}")
    if faults:
        raise ValueError("\n".join(faults))
    return specs


def _said(fault: Any) -> str:
    if fault["type"] != "extra_forbidden":
        return in_words(fault)
    *inside, word = map(str, fault["loc"])
    part = {"source": SourcePart, "limits": LimitsPart}.get(inside[0] if inside else "", EnvironmentSpec)
    return f"there is no such key; {closest(word, part.model_fields)}"


def environment_of(sample: Sample) -> str | None:
    """The name of the environment that a sample lives in."""
    name = sample.meta.get("environment")
    return name if isinstance(name, str) else None


def withheld_files(samples: Iterable[Sample]) -> dict[str, tuple[str, ...]]:
    """By environment the files, relative to the tree, that these samples' answers go into; sorted."""
    found: dict[str, set[str]] = {}
    for sample in samples:
        if (name := environment_of(sample)) is not None:
            files = found.setdefault(name, set())
            if (target := file_of(sample)) is not None:
                files.add(target)
    return {name: tuple(sorted(files)) for name, files in found.items()}


def spec_digest(spec: EnvironmentSpec, withheld: Iterable[str]) -> str:
    """SHA-256 of everything that is asked for. Limits are no part: they change how long a test may run, not the image."""
    wanted: Mapping[str, Any] = spec.model_dump(exclude={"limits"})
    return digest({"spec": wanted, "withheld": sorted(withheld)})


def sample_digest(sample: Sample) -> str:
    """SHA-256 of what a proof of a sample holds for."""
    return digest({"inputs": sample.inputs, "outputs": sample.outputs, "meta": dict(sample.meta)})
