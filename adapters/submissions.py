"""From a submission's archive on disk to what it says: the same for a worker and for `./assay validate`."""

from contextlib import ExitStack
from pathlib import Path

from adapters import archive
from adapters.archive.nested import logs_among, unpacked
from scoring.benchmark import Benchmark
from scoring.bundle import Bundle, ContentCaps, Logs, read_bundle
from scoring.errors import BadInput

# Kinds whose answers may come as results without code, so that the replies in the logs are worth reading.
_EXECUTED_ELSEWHERE = frozenset({"python-io"})


def read_submission(path: Path, benchmark: Benchmark, caps: archive.Caps, content: ContentCaps) -> Bundle:
    """Raises BadInput and TooLarge for faults of the container; those of the logs inside are warnings of the bundle."""
    entries = archive.open_members(path, caps)
    logs = logs_among(entries)
    if logs is None or not any(task.kind in _EXECUTED_ELSEWHERE for task in benchmark.tasks.values()):
        return read_bundle(entries, benchmark, content)
    with ExitStack() as stack:
        try:
            nested = Logs(stack.enter_context(unpacked(logs, caps)))
        except BadInput as error:
            nested = Logs(fault=str(error))
        return read_bundle(entries, benchmark, content, nested)
