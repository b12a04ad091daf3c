"""RealCode-like records -> a pack of `repo-completion` with its environments.

`records.json` (in the folder that is named, or the file itself) is a list of MERA's records. Records with the same source,
build command and test command share an environment. A `source_archive` `NAME-VERSION.tar.gz` is the source distribution of
that name in the Python package index; a record with a `base_commit` is that commit of `repo_url`.
"""

import json
import re
from pathlib import Path
from typing import Any

import yaml

from adapters.benchmarks.text import words_of
from cli.importers.writing import clustered_by, pass_metrics, text, write_pack
from scoring.canonical import digest
from scoring.errors import BadInput

TASK, FILE = "RealCode", "environments.yaml"
_SDIST = re.compile(r"(?:.*/)?(?P<name>[A-Za-z0-9][\w.-]*?)-(?P<version>\d[\w.!+]*)\.(?:tar\.gz|zip)")
# The room brings its own pytest and its own report of it.
_INSTALLS = re.compile(r"(?:python3? -m )?pip install (?:pytest|pytest-json-report)")
_KEPT = ("id", "repo", "version", "licence", "intent", "intent_type", "gt", "left_context", "right_context", "PASS_TO_PASS",
         "FAIL_TO_PASS")


def import_repo_records(source: Path, to: Path, *, attempts: int = 1) -> None:
    """Writes the pack. Raises BadInput when the source is no such file."""
    environments: dict[str, dict[str, Any]] = {}
    rows = [_row(record, number, environments) for number, record in enumerate(_records(source))]
    write_pack(to, {
        "name": to.name, "version": "1.0", "title": "Completion of functions in repositories",
        "tasks": {TASK: {
            "kind": "repo-completion", "data": f"{TASK}.jsonl", "attempts": attempts, "metrics": pass_metrics(attempts),
            "settings": {"rule": "realcode"}, "files": {"environments": FILE},
            **clustered_by("environment", rows),
        }},
    }, {f"{TASK}.jsonl": rows})
    (to / FILE).write_text(yaml.safe_dump(environments, allow_unicode=True, sort_keys=True, width=120), encoding="utf-8")


def _records(source: Path) -> list[Any]:
    path = source / "records.json" if source.is_dir() else source
    try:
        records = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise _unpublished(f"{path}: {words_of(error)}") from error
    if not isinstance(records, list) or not all(
            isinstance(record, dict) and isinstance(record.get("meta"), dict) for record in records):
        raise _unpublished(f"{path} is no list of records with a meta")
    return records


def _row(record: dict[str, Any], number: int, environments: dict[str, dict[str, Any]]) -> dict[str, Any]:
    meta = record["meta"]
    spec = {
        "source": _source(meta, number), "tool": "pytest", "build": _build(text(meta, "build_command", number)),
        "test": {"command": text(meta, "test_command", number)},
    }
    name = _name(str(meta.get("version") or meta.get("repo")), spec, environments)
    environments[name] = spec
    kept = {key: meta[key] for key in _KEPT if key in meta}
    return {
        "instruction": record.get("instruction") or "", "inputs": record.get("inputs"), "outputs": record.get("outputs"),
        "meta": {**kept, "environment": name, "file": text(meta, "fn", number)},
    }


def _source(meta: dict[str, Any], number: int) -> dict[str, str]:
    if isinstance(archive := meta.get("source_archive"), str) and (match := _SDIST.fullmatch(archive)):
        return {"pip": f"{match['name']}=={match['version']}"}
    if isinstance(meta.get("base_commit"), str) and isinstance(meta.get("repo_url"), str):
        return {"git": meta["repo_url"], "commit": meta["base_commit"]}
    raise _unpublished(f"record {number} has neither a source_archive NAME-VERSION.tar.gz nor a repo_url with a base_commit")


def _build(command: str) -> str:
    """The published command line, of which one part may fail without ending the others."""
    parts = [part.strip() for part in re.split(r";|\n", command)]
    kept = [part for part in parts if part and not _INSTALLS.fullmatch(part)]
    return "\n".join(kept if len(kept) == 1 else ["set +e", *kept])


def _name(wanted: str, spec: dict[str, Any], environments: dict[str, dict[str, Any]]) -> str:
    """A name for the environment: that of the record, with a mark where another one has it already."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "-", wanted)[:50] or "tree"
    return plain if environments.get(plain, spec) == spec else f"{plain}-{digest(spec)[:8]}"


def _unpublished(what: str) -> BadInput:
    return BadInput(what, code="not_the_published_file", mend="give the folder that holds records.json")
