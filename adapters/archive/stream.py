"""Reads one member and believes its header in nothing."""

import io
import zipfile
import zlib
from pathlib import Path

from adapters.archive.layout import shown
from scoring.errors import BadInput


class MemberStream(io.RawIOBase):
    """The unpacked bytes of a member, never more than its header says.

    Reading raises BadInput: `bad_crc` where the checksum differs (or more bytes come than were said), `damaged` where
    the packed data is broken, `size_mismatch` where fewer bytes come. All of them name the entry.
    """

    def __init__(self, archive: Path, entry: zipfile.ZipInfo, offset: int):
        self._name, self._left = shown(entry.orig_filename), entry.file_size
        raw = open(archive, "rb")
        raw.seek(offset)
        self._zip = zipfile.ZipExtFile(raw, "r", entry, close_fileobj=True)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """Up to `size` bytes, all that are left for -1; b"" at the end."""
        data = self._read(size)
        self._left -= len(data)
        if not data and size and self._left:
            raise self._fault("size_mismatch", "is shorter than its header says")
        return data

    def readinto(self, buffer) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._zip.close()
        super().close()

    def _read(self, size: int) -> bytes:
        try:
            return self._zip.read(None if size < 0 else size)
        except zipfile.BadZipFile as error:
            raise self._fault("bad_crc", "differs from its checksum") from error
        except (zlib.error, EOFError) as error:
            raise self._fault("damaged", "cannot be unpacked") from error

    def _fault(self, code: str, what: str) -> BadInput:
        return BadInput(f"{self._name} {what}", code=code, mend="pack it again")
