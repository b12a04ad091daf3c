"""Opens a submission's archive: refuses a bad container before anything is unpacked, then gives its members."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adapters.archive.caps import Caps, content_caps
from adapters.archive.checks import check_entries
from adapters.archive.directory import open_archive
from adapters.archive.layout import REPACK, flat_names, is_content
from adapters.archive.stream import MemberStream
from scoring.errors import BadInput

__all__ = ["Caps", "Entry", "Member", "content_caps", "inspect", "open_members"]


@dataclass(frozen=True)
class Member:
    """A file of the archive: `name` is without the wrapping folder, `path` as in the archive; sizes are bytes."""

    name: str
    path: str
    size: int
    packed_size: int


@dataclass(frozen=True)
class Entry:
    """A member that can be read, as often as wanted, while its archive is open."""

    name: str
    size: int
    _archive: zipfile.ZipFile
    _info: zipfile.ZipInfo

    def open(self) -> io.BufferedReader:
        """A stream of at most `size` bytes. Opening and reading raise BadInput (see MemberStream)."""
        return io.BufferedReader(MemberStream(self._archive, self._info), 64 * 1024)


def inspect(path: Path, caps: Caps) -> list[Member]:
    """The files of the archive in its order, without folders and what Mac and Windows add; nothing is unpacked.

    Raises BadInput and TooLarge for every fault of the container, with code, the entry's path and the mend:
    `empty_file` `not_a_zip` `truncated` `damaged` `no_entries` `encrypted` `unsafe_path` `link` `special_file`
    `unsupported_compression` `overlap` `headers_disagree` `duplicate_name` `odd_layout`; TooLarge:
    `directory_too_large` `too_many_entries` `member_too_large` `total_too_large` `ratio_too_high`.
    Archives inside the archive are members like others: they count with their size and are never unpacked.
    """
    with open_archive(path, caps) as archive:
        return [member for member, _ in _members(archive, caps)]


@contextmanager
def open_members(path: Path, caps: Caps) -> Iterator[list[Entry]]:
    """The same files, readable within the `with` block. Raises as `inspect` does, on entering."""
    with open_archive(path, caps) as archive:
        yield [Entry(member.name, member.size, archive, info) for member, info in _members(archive, caps)]


def _members(archive: zipfile.ZipFile, caps: Caps) -> list[tuple[Member, zipfile.ZipInfo]]:
    check_entries(archive, caps)
    files = [info for info in archive.infolist() if is_content(info.orig_filename)]
    if not files:
        raise BadInput("the archive holds no files", code="no_entries", mend=REPACK)
    names = flat_names([info.orig_filename for info in files])
    return [(Member(name, info.orig_filename, info.file_size, info.compress_size), info)
            for name, info in zip(names, files, strict=True)]
