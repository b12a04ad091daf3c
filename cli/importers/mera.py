"""MERA: the published dataset folders -> a pack with the rules of the shipped pack `mera-code` and the data of MERA.

The rules live in one place: this takes the manifest of that pack, and puts the records in the place of its examples. Found
are, for each task by its name or an alias in any case, `TASK/test.json`, `TASK/test.jsonl` or `TASK/test*.parquet` (also split
into parts, and in a folder `data`), or `TASK.json` and the like. Tasks without data are left out of the pack and named.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adapters.benchmarks.records import Faulty, read_records
from adapters.benchmarks.text import read_yaml, words_of
from adapters.settings import ROOT
from cli.importers.writing import copy_files, limited_to, record_of, write_pack
from cli.machine import say
from scoring.errors import BadInput

TEMPLATE = ROOT / "benchmarks" / "mera-code"
DESCRIPTION = "The published data of MERA Code, as far as it was there, with the rules of the pack mera-code."
ENDINGS = (".json", ".jsonl", ".jsonl.gz", ".parquet")


def import_mera(source: Path, to: Path, *, attempts: int = 1, template: Path = TEMPLATE) -> None:
    """Writes the pack; `attempts` is not asked, for the tasks declare theirs. Raises BadInput when the source is missing,
    holds no task of MERA, or a file that is none of its datasets."""
    if not source.is_dir():
        raise _not_published(f"{source} is no folder")
    manifest = read_yaml(template / "benchmark.yaml")
    found = {name: files for name, part in manifest["tasks"].items() if (files := _files(source, _names(name, part)))}
    if not found:
        raise _not_published(f"{source} holds no folder of a MERA task: {', '.join(manifest['tasks'])}")
    for name in manifest["tasks"]:
        if name not in found:
            say(f"{name}: no data in {source}, left out")
    known = {one for name, part in manifest["tasks"].items() for one in _names(name, part)}
    for folder in _strangers(source, known):
        say(f"{folder.name}: no task of MERA has this name, left out")
    data, tasks = {}, {}
    for name, part in manifest["tasks"].items():
        if name in found:
            data[f"{name}.jsonl"], is_private = _records(name, found[name], part)
            tasks[name] = {**part, "data": f"{name}.jsonl", **({"access": "private"} if is_private else {})}
    write_pack(to, limited_to(tasks, {**manifest, "name": to.name, "title": "MERA Code", "description": DESCRIPTION}), data)
    copy_files(template, to, tasks)


def _names(name: str, part: dict[str, Any]) -> set[str]:
    return {known.casefold() for known in (name, *part.get("aliases", ()))}


def _files(source: Path, names: set[str]) -> list[Path]:
    """The data files of a task, in the order of their names; several are parts of one dataset."""
    for place in _places(source, names):
        for ending in ENDINGS:
            if files := sorted(path for path in place.iterdir() if path.name.endswith(ending) and _is_test(path)):
                return files
    return sorted(path for path in source.iterdir() if path.is_file() and path.name.casefold() in
                  {f"{name}{ending}" for name in names for ending in ENDINGS})


def _places(source: Path, names: set[str]) -> Iterator[Path]:
    for parent in (source, source / "data"):
        if parent.is_dir():
            for folder in sorted(path for path in parent.iterdir() if path.is_dir() and path.name.casefold() in names):
                yield from (place for place in (folder, folder / "data") if place.is_dir())


def _strangers(source: Path, known: set[str]) -> list[Path]:
    """Folders with data files that no task is called by: a name that is misspelt must not pass for a task without data."""
    folders = sorted(path for parent in (source, source / "data") if parent.is_dir() for path in parent.iterdir()
                     if path.is_dir() and path.name.casefold() not in {*known, "data"})
    return [folder for folder in folders if any(
        path.name.endswith(ENDINGS) and _is_test(path) for place in (folder, folder / "data") if place.is_dir()
        for path in place.iterdir())]


def _is_test(path: Path) -> bool:
    stem = path.name.partition(".")[0]
    return stem == "test" or stem.startswith("test-")


def _records(name: str, files: list[Path], part: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]:
    """The records of all parts, and whether one of the files says that it is private."""
    rows: list[dict[str, Any]] = []
    access = set()
    for path in files:
        try:
            records = read_records(path, {}, tuple(part.get("id_fields", ["id"])))
        except Faulty as error:
            raise _not_published(f"{path}: {'; '.join(error.faults[:5])}") from error
        except (OSError, EOFError, ValueError) as error:
            raise _not_published(f"{path}: {words_of(error)}") from error
        access.add(records.access)
        rows += [record_of(sample) for sample in records.samples]
    if not rows:
        raise _not_published(f"task {name}: {', '.join(map(str, files))} hold no records")
    return rows, "private" in access


def _not_published(what: str) -> BadInput:
    return BadInput(what, code="not_the_published_file", mend="give the folder that holds TASK/test.json or TASK/test*.parquet")
