"""What may be said about an archive before anything of it is unpacked: faults of its entries."""

import stat
import struct
import zipfile

from adapters.archive.caps import Caps
from adapters.archive.layout import check_path, shown
from scoring.errors import BadInput, TooLarge

ENCRYPTED = 0x1 | 0x40 | 0x2000  # flag bits: encrypted, strongly encrypted, names encrypted
STREAMED = 0x8  # sizes and checksum stand behind the data, the local header has zeros
PATCH = 0x20
UTF8 = 0x800
REPARSE_POINT = 0x400  # file attribute of Windows: link or mount point
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LOCAL = struct.Struct("<4s2xHH8xLLHH")  # magic, flags, method, packed and unpacked size, lengths of name and extra
IN_EXTRA = 0xFFFFFFFF  # a size that stands in the ZIP64 extra field


def check_entries(archive: zipfile.ZipFile, caps: Caps) -> list[int]:
    """The offset of each entry's packed data in the file.

    Raises BadInput or TooLarge for the first entry that is unsafe, over a cap, or told differently in two places.
    """
    entries = archive.infolist()
    if len(entries) > caps.entries:
        raise TooLarge(f"the archive has {len(entries):,} entries, over the limit of {caps.entries:,}",
                       code="too_many_entries", mend="pack only the files of answers")
    for entry in entries:
        check_path(entry.orig_filename)
        _check_kind(entry)
        _check_size(entry, caps)
    _check_total(entries, caps)
    return _check_places(archive, entries)


def _check_kind(entry: zipfile.ZipInfo) -> None:
    name = shown(entry.orig_filename)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if entry.flag_bits & ENCRYPTED:
        raise BadInput(f"{name} is encrypted", code="encrypted", mend="pack it without a password")
    if kind == stat.S_IFLNK or entry.external_attr & REPARSE_POINT:
        raise BadInput(f"{name} is a link", code="link", mend="pack the file that it points to")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR) or (kind == stat.S_IFDIR) > entry.is_dir():
        raise BadInput(f"{name} is a special file", code="special_file", mend="pack plain files only")
    if entry.compress_type not in METHODS or entry.flag_bits & PATCH:
        raise BadInput(f"{name} is packed by method {entry.compress_type}; only `store` and `deflate` are read",
                       code="unsupported_compression", mend="pack it as an ordinary ZIP")


def _check_size(entry: zipfile.ZipInfo, caps: Caps) -> None:
    name, size = shown(entry.orig_filename), entry.file_size
    if size > caps.member_bytes:
        raise TooLarge(f"{name} unpacks to {size:,} bytes, over the limit of {caps.member_bytes:,}",
                       code="member_too_large", mend="split it")
    if size > caps.ratio_from and size > caps.ratio * entry.compress_size:
        raise TooLarge(f"{name} unpacks to over {caps.ratio} times its packed size", code="ratio_too_high",
                       mend="pack answers only; use `store` if they are really so")


def _check_total(entries: list[zipfile.ZipInfo], caps: Caps) -> None:
    total = sum(entry.file_size for entry in entries)
    if total > caps.total_bytes:
        raise TooLarge(f"the archive unpacks to {total:,} bytes, over the limit of {caps.total_bytes:,}",
                       code="total_too_large", mend="hand in fewer tasks at once")
    if total > caps.ratio_from and total > caps.ratio * sum(entry.compress_size for entry in entries):
        raise TooLarge(f"the archive unpacks to over {caps.ratio} times its size", code="ratio_too_high",
                       mend="pack answers only; use `store` if they are really so")


def _check_places(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> list[int]:
    """Entries that share bytes make a small file unpack to a huge one, whatever each entry's own ratio."""
    offsets = [_check_header(archive, entry) for entry in entries]
    free = 0
    for entry, offset in sorted(zip(entries, offsets, strict=True), key=lambda pair: pair[0].header_offset):
        end = offset + entry.compress_size
        if entry.header_offset < free or end > archive.start_dir:
            raise BadInput(f"{shown(entry.orig_filename)} shares bytes with another part of the archive",
                           code="overlap", mend="pack it again")
        free = end
    return offsets


def _check_header(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> int:
    """Compares the header before the data with the table of contents; gives the offset of the data."""
    archive.fp.seek(entry.header_offset)
    header = archive.fp.read(LOCAL.size)
    if len(header) < LOCAL.size or not header.startswith(b"PK\x03\x04"):
        raise BadInput(f"there is no data for {shown(entry.orig_filename)}", code="damaged", mend="pack it again")
    _, flags, method, packed, size, name_length, extra_length = LOCAL.unpack(header)
    name = archive.fp.read(name_length).decode("utf-8" if flags & UTF8 else "cp437", "replace")
    told = [(name, entry.orig_filename), (method, entry.compress_type), (flags & ENCRYPTED, 0)]
    if not flags & STREAMED:
        told += [(value, wanted) for value, wanted in ((packed, entry.compress_size), (size, entry.file_size))
                 if value != IN_EXTRA]
    if any(value != wanted for value, wanted in told):
        raise BadInput(f"{shown(entry.orig_filename)} is described differently in two places of the archive",
                       code="headers_disagree", mend="pack it again")
    return entry.header_offset + LOCAL.size + name_length + extra_length
