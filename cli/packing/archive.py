"""Writing the archive."""

import json
import os
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.packing import mera
from cli.packing.logs import Log, Logs, harness_files
from cli.packing.replies import Replies, read_replies
from scoring.bundle.names import LOGS


@dataclass(frozen=True)
class Packed:
    """A member that was written: its task, and how many samples and answers it holds."""

    task: str
    member: str
    samples: int
    answers: int


@dataclass
class _Counted:
    """Documents on their way into a member, counted: the file is never whole in memory."""

    documents: Iterator[Replies]
    samples: int = 0
    answers: int = 0

    def __iter__(self) -> Iterator[Replies]:
        for one in self.documents:
            self.samples += 1
            self.answers += len(one.texts)
            yield one


def write_archive(logs: Logs, to: Path, *, as_mera: bool, with_logs: bool, id_fields: Sequence[str]) -> list[Packed]:
    """Writes the submission to `to`, which appears only when it is whole. Raises BadInput for logs that are none.

    One member for each task: TASK.jsonl with the replies as they came, or (`as_mera`) TASK.json as MERA's packer
    writes it. Never both: an answer that stands twice in an archive is an error.
    """
    part = to.with_name(f".{to.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            packed = [_write_task(archive, log, as_mera, id_fields) for log in logs.newest]
            if with_logs:
                _write_logs(archive, logs.folder)
        os.replace(part, to)
    finally:
        part.unlink(missing_ok=True)
    return packed


def _write_task(archive: zipfile.ZipFile, log: Log, as_mera: bool, id_fields: Sequence[str]) -> Packed:
    task, counted = mera.task_name(log.task), _Counted(read_replies(log, id_fields))
    member = f"{task}.json" if as_mera else f"{task}.jsonl"
    if as_mera:
        archive.writestr(member, mera.document(task, counted))
    else:
        with archive.open(member, "w", force_zip64=True) as stream:
            for one in counted:
                for line in _lines(task, one):
                    stream.write(line.encode("ascii"))
    return Packed(task, member, counted.samples, counted.answers)


def _lines(task: str, one: Replies) -> Iterator[str]:
    for attempt, (text, facts) in enumerate(zip(one.texts, one.facts, strict=True)):
        row = {"task": task, "id": one.sample_id, "attempt": attempt, "output": text, **facts}
        yield json.dumps(row, ensure_ascii=True) + "\n"


def _write_logs(archive: zipfile.ZipFile, folder: Path) -> None:
    """The logs as they are, in an archive of their own; they hold prompts and records of every task of the run."""
    with archive.open(LOGS, "w", force_zip64=True) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as inner:
        for path in harness_files(folder):
            inner.write(path, path.name)
