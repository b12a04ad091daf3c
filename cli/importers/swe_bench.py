"""SWE-bench and data sets in its shape -> a pack of kind `repo-patch` with an environment for each base commit.

The records name a repository as `owner/name`; `repositories` is the folder of clones, or the beginning of an address, that
comes before it. `subset` names a file whose instances alone are taken: one id per line, a JSON list of ids, or a data file of
its own, as that of SWE-bench Verified. Ids of tests must be those of pytest; where a repository has another runner
(Django), the proof of the build quarantines its samples.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import yaml

from adapters.benchmarks.text import words_of
from cli.importers.humaneval import read_lines
from cli.importers.writing import clustered_by, pass_metrics, text, write_pack
from scoring.counting import counted
from scoring.errors import BadInput
from scoring.repository.required import names

TASK, FILE, DATA = "SWE-bench", "environments.yaml", "swe-bench.jsonl"
PLACES = "src:lib:."  # where these repositories have their packages: the tree, which is patched, before anything installed
PUBLISHED = "a .jsonl or .parquet file of SWE-bench"


def import_swe_bench(source: Path, to: Path, *, attempts: int = 1, repositories: str | None = None,
                     subset: Path | None = None) -> None:
    """Writes the pack. Raises BadInput when the source or the subset is missing or is no such file."""
    records = list(enumerate(_records(source), 1))
    if subset is not None:
        wanted = _ids(subset)
        records = [(number, record) for number, record in records if record.get("instance_id") in wanted]
        if lacking := wanted - {record["instance_id"] for _, record in records}:
            raise BadInput(f"{source} lacks {counted(len(lacking), 'instance')} of {subset}: {', '.join(sorted(lacking)[:5])}",
                           code="not_the_published_file", mend="give the data set that the subset is one of")
    rows = [_row(record, number) for number, record in records]
    if rows and not repositories:
        raise BadInput("a record of SWE-bench does not say where its repository is", code="no_repositories",
                       mend="add --repositories with the folder of clones, or the beginning of the address, before OWNER/NAME")
    title = f"SWE-bench, {subset.name.partition('.')[0]}" if subset else "SWE-bench"
    write_pack(to, {
        "name": to.name, "version": "1", "title": title,
        "description": "Issues of Python repositories, solved by a patch and judged by the repositories' tests.",
        "tasks": {TASK: {
            "kind": "repo-patch", "data": DATA, "attempts": attempts, "metrics": pass_metrics(attempts),
            "settings": {"rule": "python"}, "files": {"environments": FILE}, "breakdown": ["meta.repo"],
            **clustered_by("repo", rows),
            "limits": {"cpu_seconds": 1800, "wall_seconds": 3600, "memory_mib": 4096, "processes": 256, "tmp_mib": 1024},
        }},
    }, {DATA: rows})
    environments = {row["meta"]["environment"]: _environment(row["meta"], repositories or "") for row in rows}
    (to / FILE).write_text(yaml.safe_dump(environments, width=120), encoding="utf-8")


def _row(record: Mapping[str, Any], number: int) -> dict[str, Any]:
    lists = {name: sorted(_tests(record, name, number)) for name in ("FAIL_TO_PASS", "PASS_TO_PASS")}
    kept = {name: record[name] for name in ("version", "environment_setup_commit", "created_at", "difficulty")
            if isinstance(record.get(name), str)}
    repo, commit = text(record, "repo", number), text(record, "base_commit", number)
    return {
        "instruction": text(record, "problem_statement", number), "inputs": {}, "outputs": None,
        "meta": {"id": text(record, "instance_id", number), "repo": repo, "base_commit": commit,
                 "environment": re.sub(r"[^A-Za-z0-9._-]", "-", repo.replace("/", "__"))[:48] + f"-{commit[:12]}",
                 "patch": text(record, "patch", number), "test_patch": text(record, "test_patch", number), **lists, **kept},
    }


def _tests(record: Mapping[str, Any], name: str, number: int) -> frozenset[str]:
    try:
        return names(record.get(name))
    except ValueError as error:
        raise BadInput(f"record {number}, {name}: {error}", code="not_the_published_file", mend=f"give {PUBLISHED}") from error


def _environment(meta: Mapping[str, Any], repositories: str) -> dict[str, Any]:
    return {"source": {"git": f"{repositories.rstrip('/')}/{meta['repo']}", "commit": meta["base_commit"]}, "tool": "pytest",
            "build": "pip install -e .", "test": {"env": {"PYTHONPATH": PLACES}}}


def _records(source: Path) -> list[Any]:
    if source.suffix != ".parquet":
        records = read_lines(source, PUBLISHED)
    else:
        try:
            records = pyarrow.parquet.read_table(source).to_pylist()
        except (OSError, pyarrow.ArrowException) as error:
            raise BadInput(f"{source} cannot be read as Parquet: {words_of(error)}", code="not_the_published_file",
                           mend=f"give {PUBLISHED}") from error
    if not all(isinstance(record, dict) for record in records):
        raise BadInput(f"{source} holds what is no record", code="not_the_published_file", mend=f"give {PUBLISHED}")
    return records


def _ids(subset: Path) -> frozenset[str]:
    if subset.suffix in (".jsonl", ".parquet", ".gz"):
        found: list[Any] = [record.get("instance_id") for record in _records(subset)]
    else:
        try:
            written = subset.read_text("utf-8-sig")
            found = json.loads(written) if written.lstrip().startswith("[") else written.split()
        except (OSError, ValueError) as error:
            raise BadInput(f"{subset} cannot be read: {words_of(error)}", code="no_such_file",
                           mend="give a file of ids") from error
    if not found or not all(isinstance(one, str) for one in found):
        raise BadInput(f"{subset} holds no ids of instances", code="not_the_published_file",
                       mend="give one id per line, a JSON list of ids, or a data file of SWE-bench")
    return frozenset(found)
