"""Archives that are bad as containers, and sound ones in odd dress. Each function writes one archive to a path."""

import io
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable, Iterable
from functools import partial

from tests.intake.benchmark import sound

MIB = 1024**2
# Offsets of fields in the header before an entry's data and in its record in the table of contents.
FIELDS = {"flags": (6, 8, "<H"), "method": (8, 10, "<H"), "crc": (14, 16, "<L"), "packed": (18, 20, "<L"),
          "size": (22, 24, "<L")}
CENTRAL, END = b"PK\x01\x02", b"PK\x05\x06"


def zipped(members: dict[str, bytes] | Iterable[tuple[str | zipfile.ZipInfo, bytes]],
           method: int = zipfile.ZIP_DEFLATED) -> bytes:
    pairs = members.items() if isinstance(members, dict) else members
    made = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w", method) as archive:
        warnings.simplefilter("ignore")  # zipfile warns of equal names; that is the point of some archives
        for name, content in pairs:
            archive.writestr(name, content)
    return made.getvalue()


def patched(data: bytes, field: str, value: int, where: str = "both") -> bytes:
    """The archive with one field of its first entry changed: `local`, `central` or in both places."""
    local, central, form = FIELDS[field]
    made = bytearray(data)
    if where in ("both", "local"):
        struct.pack_into(form, made, local, value)
    if where in ("both", "central"):
        struct.pack_into(form, made, data.index(CENTRAL) + central, value)
    return bytes(made)


def entry(name: str, mode: int, attributes: int = 0) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16 | attributes
    return info


def renamed(old: str, new: str) -> bytes:
    """A sound archive in which a name is replaced by one of equal length that zipfile would not write."""
    return zipped(sound() | {old: b""}).replace(old.encode(), new.encode())


def overlapping() -> bytes:
    """Two entries, of which the second lies inside the stored data of the first."""
    inner = zipped([("b.json", b"[]")], zipfile.ZIP_STORED)
    local, record = inner[: inner.index(CENTRAL)], bytearray(inner[inner.index(CENTRAL): inner.index(END)])
    outer = zipped([("a.json", local)], zipfile.ZIP_STORED)
    struct.pack_into("<L", record, 42, outer.index(local))  # where the second entry begins
    end = bytearray(outer[outer.index(END):])
    directory = outer[outer.index(CENTRAL): outer.index(END)] + record
    struct.pack_into("<HHL", end, 8, 2, 2, len(directory))
    return outer[: outer.index(CENTRAL)] + directory + end


def layers(depth: int) -> bytes:
    """Zeros in an archive in an archive, sixteen copies at each level."""
    data = zipped({"zeros": bytes(8 * MIB)})
    for _ in range(depth):
        data = zipped({f"{number}.zip": data for number in range(16)})
    return data


def _sound(change: Callable[[bytes], bytes] = bytes) -> bytes:
    return change(zipped(sound()))


def _extra(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    return zipped([*sound().items(), *entries])


def _prefixed(prefix: str) -> bytes:
    return zipped({prefix + name: content for name, content in sound().items()})


MAC = [("__MACOSX/", b""), ("__MACOSX/._Sum.json", b"\0\5\26\7"), (".DS_Store", b"\0\0\0\1Bud1"), ("._Sum.json", b"\0"),
       ("Thumbs.db", b"\xd0\xcf")]
MAC_FOLDER = [("a/", b""), *((f"a/{name}", content) for name, content in sound().items()),
              ("__MACOSX/a/._Sum.json", b"\0"), ("a/.DS_Store", b"\0")]

CONTAINERS: dict[str, Callable[[], bytes]] = {
    "empty_file": bytes,
    "not_a_zip_text": lambda: b"these are my answers\n" * 100,
    "not_a_zip_tar": lambda: b"Sum.json".ljust(512, b"\0") + bytes(1024),
    "not_a_zip_gzip": lambda: b"\x1f\x8b\x08\0" + bytes(64),
    "not_a_zip_but_begins_so": lambda: b"PK\x03\x04" + b"\xff" * 400,
    "truncated_after_magic": partial(_sound, lambda data: data[:4]),
    "truncated_in_data": partial(_sound, lambda data: data[: len(data) // 3]),
    "truncated_in_directory": partial(_sound, lambda data: data[: data.index(END)]),
    "truncated_by_one_byte": partial(_sound, lambda data: data[:-1]),
    "directory_offset_lies": partial(_sound, lambda data: data[:-10] + b"\xff" * 4 + data[-6:]),
    "head_cut_off": partial(_sound, lambda data: data[100:]),
    "no_entries": lambda: zipped({}),
    "only_folders": lambda: zipped([("a/", b""), ("a/b/", b"")]),
    "only_mac_junk": lambda: zipped(MAC),
    "encrypted": partial(_sound, lambda data: patched(data, "flags", 1)),
    "encrypted_says_one_header": partial(_sound, lambda data: patched(data, "flags", 1, "local")),
    "traversal_up": lambda: _extra(("../evil.json", b"{}")),
    "traversal_inside": lambda: _extra(("a/../../evil.json", b"{}")),
    "traversal_absolute": lambda: _extra(("/etc/cron.d/evil", b"{}")),
    "traversal_drive": lambda: _extra(("C:evil.json", b"{}")),
    "traversal_backslash": lambda: renamed("x/evil.json", "..\\vil.json"),
    "name_with_nul": lambda: renamed("evil.json.exe", "evil.json\0exe"),
    "name_with_newline": lambda: _extra(("evil\n.json", b"{}")),
    "name_not_utf8": lambda: _extra(("ёж.json", b"{}")).replace("ёж".encode(), b"\xff\xfe\xff\xfe"),
    "link": lambda: _extra((entry("passwd.json", stat.S_IFLNK | 0o777), b"/etc/passwd")),
    "link_of_windows": lambda: _extra((entry("j.json", 0, 0x400), b"")),
    "device": lambda: _extra((entry("null.json", stat.S_IFCHR | 0o666), b"")),
    "pipe": lambda: _extra((entry("pipe.json", stat.S_IFIFO | 0o666), b"")),
    "bomb": lambda: _extra(("zeros.json", bytes(64 * MIB))),
    "bomb_of_small_members": lambda: zipped({f"{number}.jsonl": bytes(MIB) for number in range(20)}),
    "size_lies_huge": partial(_sound, lambda data: patched(data, "size", 0xFFFFFFF0)),
    "size_lies_small": partial(_sound, lambda data: patched(data, "size", 4)),
    "size_lies_large": partial(_sound, lambda data: patched(data, "size", 4_000)),
    "size_lies_in_directory": partial(_sound, lambda data: patched(data, "size", 4, "central")),
    "packed_size_lies": partial(_sound, lambda data: patched(data, "packed", 1_000_000)),
    "crc_lies": partial(_sound, lambda data: patched(data, "crc", 0)),
    "data_damaged": partial(_sound, lambda data: data[:45] + b"\xff" * 40 + data[85:]),
    "overlap": overlapping,
    "entries_10000": lambda: zipped({f"{number}.json": b"[]" for number in range(10_000)}),
    "entries_40000": lambda: zipped({f"{number}.json": b"" for number in range(40_000)}, zipfile.ZIP_STORED),
    "duplicate_names": lambda: _extra(("Sum.json", b"[]")),
    "duplicate_names_by_dot": lambda: _extra(("./Sum.json", b"[]")),
    "packed_by_bzip2": lambda: zipped(sound(), zipfile.ZIP_BZIP2),
    "packed_by_lzma": lambda: zipped(sound(), zipfile.ZIP_LZMA),
    "packed_by_unknown": partial(_sound, lambda data: patched(data, "method", 99)),
    "folder_beside_files": lambda: _extra(("more/Sum.json", b"[]")),
    "folder_in_folder": lambda: _prefixed("a/b/"),
    "two_folders": lambda: zipped([("a/Sum.json", b"[]"), ("b/Ten.json", b"[]")]),
    "stored": lambda: zipped(sound(), zipfile.ZIP_STORED),
    "wrapping_folder": lambda: _prefixed("my submission/"),
    "dot_folder": lambda: _prefixed("./"),
    "mac_flat": lambda: _extra(*MAC),
    "mac_folder": lambda: zipped(MAC_FOLDER),
    "with_prefix_and_comment": lambda: b"#!/bin/sh\n" + _sound(lambda data: data[:-2] + b"\x02\0hi"),
    "nested_archive": lambda: _extra(("more.zip", zipped(sound()))),
    "nested_bomb": lambda: _extra(("42.zip", layers(3))),
    "nested_bomb_as_logs": lambda: _extra(("logs_public.zip", layers(3))),
}


