"""Opens a ZIP whose author nobody trusts: its table of contents is read in bounded memory, every fault is BadInput."""

import os
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from adapters.archive.caps import Caps
from scoring.errors import BadInput, TooLarge

MAGIC = (b"PK\x03\x04", b"PK\x05\x06")  # the first bytes of a ZIP with and without entries
# What zipfile raises for a broken table of contents; ValueError covers names that are not the UTF-8 they claim to be.
BROKEN = (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, struct.error, EOFError)

AGAIN = "upload it again; if that does not help, pack it again"


@contextmanager
def open_archive(path: Path, caps: Caps) -> Iterator[zipfile.ZipFile]:
    """A ZipFile whose entries are listed and not checked yet.

    Raises BadInput (`empty_file`, `not_a_zip`, `truncated`, `damaged`), TooLarge (`directory_too_large`).
    """
    with open(path, "rb") as raw:
        magic, size = raw.read(4), os.fstat(raw.fileno()).st_size
        if size == 0:
            raise BadInput("the file is empty", code="empty_file", mend="hand in a ZIP archive")
        if not magic.startswith(b"PK") and not zipfile.is_zipfile(raw):
            raise BadInput("the file is not a ZIP archive", code="not_a_zip", mend="hand in a ZIP archive")
        raw.seek(0)
        try:
            archive = zipfile.ZipFile(_Bounded(raw, caps.directory_bytes))
        except BROKEN as error:
            raise _broken(raw, error) from error
        with archive:
            yield archive


def _broken(raw: BinaryIO, error: Exception) -> BadInput:
    if zipfile.is_zipfile(raw):
        what = type(error).__name__
        return BadInput(f"the archive's table of contents is damaged ({what})", code="damaged", mend=AGAIN)
    return BadInput("the archive ends early: its table of contents is missing", code="truncated", mend=AGAIN)


class _Bounded:
    """A file of which no more than `cap` bytes are read at once. zipfile reads a table of contents of any length."""

    def __init__(self, raw: BinaryIO, cap: int):
        self._raw, self._cap = raw, cap
        self.tell, self.seekable, self.close = raw.tell, raw.seekable, raw.close

    def read(self, size: int = -1) -> bytes:
        data = self._raw.read(min(size, self._cap + 1) if size >= 0 else self._cap + 1)
        if len(data) > self._cap:
            raise TooLarge(f"the archive's table of contents has over {self._cap:,} bytes", code="directory_too_large",
                           mend="pack fewer files, without comments")
        return data

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_SET and offset < 0:
            raise BadInput("the archive's table of contents points before its begin", code="damaged", mend=AGAIN)
        return self._raw.seek(offset, whence)
