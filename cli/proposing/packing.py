"""The files of a proposed pack: the repository as an archive, its environment, and functions as samples."""

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from adapters.benchmarks.locks import lock_path, withheld_path
from cli.importers.writing import write_pack
from cli.proposing.candidates import Candidate

TASK = "Completion"
DATA = "data.jsonl"
ENVIRONMENTS = "environments.yaml"
ARCHIVE = "source.tar.gz"
INSTRUCTION = (
    "Write the body of `{name}` in the file `{file}`. The file is given up to the body and from its end on; what you write is "
    "put between the two. Answer with the code of the body in one block and nothing else.\n\n"
    "```{language}\n{left_context}```\n\n```{language}\n{right_context}```\n"
)
# A stub that never ends, or an answer that does, costs these; a suite in which nothing is wrong needs a tenth.
SPARE, SHORTEST_CPU_SECONDS, WALL_PER_CPU = 10, 20, 6


def environment_name(folder: Path) -> str:
    """The folder's name as environments.yaml can spell it.

    >>> environment_name(Path("/src/my project (2)"))
    'my-project-2'
    """
    return re.sub(r"[^A-Za-z0-9._]+", "-", folder.resolve().name).strip("-._")[:64] or "repository"


def record_of(candidate: Candidate, environment: str) -> dict[str, Any]:
    """A sample of kind repo-completion. The contexts stand in its inputs, for they are what a model is asked with."""
    left, body, right = candidate.function.cut(candidate.text)
    return {
        "instruction": INSTRUCTION,
        "inputs": {"name": candidate.function.name, "file": candidate.path, "language": candidate.language,
                   "left_context": left, "right_context": right},
        "outputs": body,
        "meta": {"id": candidate.id, "environment": environment, "file": candidate.path,
                 "lines": [candidate.function.first, candidate.function.last], "intent": candidate.function.name},
    }


def write_proposal(to: Path, *, title: str, environment: str, spec: Mapping[str, Any],
                   candidates: Iterable[Candidate]) -> None:
    """benchmark.yaml, environments.yaml and data.jsonl; the archive stands there already. What was there is replaced."""
    candidates = list(candidates)
    (to / "benchmark.yaml").unlink(missing_ok=True)
    manifest = {
        "name": re.sub(r"[^A-Za-z0-9._-]+", "-", to.resolve().name).strip("-._")[:64] or "own", "version": "1", "title": title,
        "profiles": ["strict"],
        "tasks": {TASK: {
            "kind": "repo-completion", "data": DATA, "metrics": ["pass@1"], "files": {"environments": ENVIRONMENTS},
            "settings": {"rule": candidates[0].language},
        }},
    }
    (to / ENVIRONMENTS).write_text(yaml.safe_dump({environment: dict(spec)}, allow_unicode=True, sort_keys=False),
                                   encoding="utf-8")
    write_pack(to, manifest, {DATA: [record_of(candidate, environment) for candidate in candidates]})


def remove_proposal(to: Path) -> None:
    """Takes away what stands there of a proposal, but for the archive: a pack of no samples is none."""
    for path in (to / "benchmark.yaml", to / DATA, *(where(to / ENVIRONMENTS) for where in (Path, lock_path, withheld_path))):
        path.unlink(missing_ok=True)


def limits_for(milliseconds: Iterable[float]) -> dict[str, int]:
    """Limits of a case, from how long each test of the untouched tree took."""
    cpu = max(SHORTEST_CPU_SECONDS, math.ceil(SPARE * sum(milliseconds) / 1000))
    return {"cpu_seconds": cpu, "wall_seconds": WALL_PER_CPU * cpu}
