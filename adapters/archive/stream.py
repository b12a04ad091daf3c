"""Reads one member and believes its header in nothing."""

import io
import zipfile
import zlib

from adapters.archive.layout import shown
from scoring.errors import BadInput


class MemberStream(io.RawIOBase):
    """The unpacked bytes of a member, never more than its header says.

    Reading raises BadInput: `bad_crc` where the checksum differs (or more bytes come than were said), `damaged` where
    the packed data is broken, `size_mismatch` where fewer bytes come. All of them name the entry.
    """

    def __init__(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo):
        self._name, self._left = shown(entry.orig_filename), entry.file_size
        self._zip = self._guarded(lambda: archive.open(entry))

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """Up to `size` bytes, all that are left for -1; b"" at the end."""
        data = self._guarded(lambda: self._zip.read(None if size < 0 else size))
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

    def _guarded(self, action):
        try:
            return action()
        except zipfile.BadZipFile as error:
            raise self._fault("bad_crc", "differs from its checksum") from error
        except (zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise self._fault("damaged", "cannot be unpacked") from error

    def _fault(self, code: str, what: str) -> BadInput:
        return BadInput(f"{self._name} {what}", code=code, mend="pack it again")
