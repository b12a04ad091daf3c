"""The one archive inside a submission that is looked into: the harness's logs."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from adapters.archive import Caps, Entry, open_members

LOGS = "logs_public.zip"


def logs_among(entries: Sequence[Entry]) -> Entry | None:
    return next((entry for entry in entries if entry.name.casefold() == LOGS), None)


@contextmanager
def unpacked(archive: Entry, caps: Caps) -> Iterator[list[Entry]]:
    """The members of an archive inside an archive, readable as long as the block runs; one level deep.

    It is held to the caps of any archive. Raises as `open_members` does.
    """
    with tempfile.TemporaryDirectory(prefix="assay-logs-") as folder:
        path = Path(folder) / LOGS
        with archive.open() as source, path.open("wb") as target:
            shutil.copyfileobj(source, target, 1024 * 1024)
        yield open_members(path, caps)
