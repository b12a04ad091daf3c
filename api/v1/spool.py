"""Where an upload's bytes wait while it is checked: a file under the home folder, removed whatever happens."""

import contextlib
import hashlib
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from adapters.settings import Settings
from scoring.errors import OurFault

ABANDONED_SECONDS = 3600  # an upload that wrote nothing for an hour has no living process behind it


class Spool:
    """One growing file with its size and SHA-256 so far."""

    def __init__(self, path: Path):
        self.path = path
        self.size = 0
        self._hash = hashlib.sha256()
        self._file = path.open("xb")

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def write(self, data: bytes | memoryview) -> None:
        """Raises OurFault when the disk does not take it."""
        try:
            self._file.write(data)
        except OSError as error:
            raise OurFault(f"the spool cannot be written: {error}") from error
        self._hash.update(data)
        self.size += len(data)

    def close(self) -> None:
        """After this the file holds everything. Raises OurFault when the disk does not take it."""
        try:
            self._file.close()
        except OSError as error:
            raise OurFault(f"the spool cannot be written: {error}") from error


@contextlib.contextmanager
def spooled(settings: Settings) -> Iterator[Spool]:
    """A new spool file; gone after the block, unless the blob store moved it away."""
    folder = folder_of(settings)
    folder.mkdir(parents=True, exist_ok=True)
    spool = Spool(folder / f"{uuid.uuid4().hex}.upload")
    try:
        yield spool
    finally:
        with contextlib.suppress(OurFault):  # a full disk was reported while writing
            spool.close()
        spool.path.unlink(missing_ok=True)


def folder_of(settings: Settings) -> Path:
    return settings.home / "spool"


def drop_abandoned(settings: Settings) -> None:
    """Removes what a killed gateway left behind."""
    for path in folder_of(settings).glob("*.upload"):
        with contextlib.suppress(FileNotFoundError):  # another gateway on this home was faster
            if path.stat().st_mtime < time.time() - ABANDONED_SECONDS:
                path.unlink()
