"""Opens a submission's archive: refuses a bad container before anything is unpacked, then gives its members."""

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

from adapters.archive.caps import Caps
from adapters.archive.checks import check_entries
from adapters.archive.directory import open_archive
from adapters.archive.layout import REPACK, flat_names, is_content
from adapters.archive.stream import MemberStream
from scoring.errors import BadInput

__all__ = ["Caps", "Entry", "Member", "inspect", "open_members"]


@dataclass(frozen=True)
class Member:
    """A file of the archive: `name` is without the wrapping folder, `path` as in the archive; sizes are bytes."""

    name: str
    path: str
    size: int
    packed_size: int


@dataclass(frozen=True)
class Entry:
    """A member that can be read as often as wanted. `name` is without the wrapping folder, `size` in bytes."""

    name: str
    size: int
    _archive: Path
    _info: zipfile.ZipInfo
    _offset: int  # of the packed data

    def open(self) -> io.BufferedReader:
        """A stream of at most `size` bytes. Reading raises BadInput (see MemberStream)."""
        return io.BufferedReader(MemberStream(self._archive, self._info, self._offset), 64 * 1024)


def inspect(path: Path, caps: Caps) -> list[Member]:
    """The files of the archive in its order, without folders and what Mac and Windows add; nothing is unpacked.

    Raises BadInput and TooLarge for every fault of the container, with code, the entry's path and the mend:
    `empty_file` `not_a_zip` `truncated` `damaged` `no_entries` `encrypted` `unsafe_path` `link` `special_file`
    `unsupported_compression` `overlap` `headers_disagree` `duplicate_name` `odd_layout`; TooLarge:
    `directory_too_large` `too_many_entries` `member_too_large` `total_too_large` `ratio_too_high`.
    Archives inside the archive are members like others: they count with their size and are never unpacked.
    """
    return [Member(entry.name, entry._info.orig_filename, entry.size, entry._info.compress_size)
            for entry in open_members(path, caps)]


def open_members(path: Path, caps: Caps) -> list[Entry]:
    """The same files, readable as long as the archive stays where it is. Raises as `inspect` does."""
    with open_archive(path, caps) as archive:
        offsets = check_entries(archive, caps)
        files = [(info, offset) for info, offset in zip(archive.infolist(), offsets, strict=True)
                 if is_content(info.orig_filename)]
    if not files:
        raise BadInput("the archive holds no files", code="no_entries", mend=REPACK)
    names = flat_names([info.orig_filename for info, _ in files])
    return [Entry(name, info.file_size, path, info, offset) for name, (info, offset) in zip(names, files, strict=True)]
