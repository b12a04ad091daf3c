"""Bytes of a member -> UTF-8 documents and lines, whatever Unicode encoding it came in.

Without a byte order mark a member is UTF-8. With one it may also be UTF-16 or UTF-32, which are turned into UTF-8
piece by piece, so that one scanner and one line splitter serve all. Line ends inside JSON strings stay as they are.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from scoring.bundle.problems import Fault

PIECE = 256 * 1024
WIDE = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)
TWO_WIDE, FOUR_WIDE = re.compile(rb"[\xc4-\xff]"), re.compile(rb"[\xf0-\xff]")  # leading bytes from U+0100, U+10000 on
CONTINUATION = bytes(range(0x80, 0xC0))
MEND = "save the file as UTF-8; characters that are no valid text can stand in JSON as \\u escapes"


@dataclass(frozen=True)
class Line:
    """A line without its end, its number from 1 and the offset of its first byte; `data` is None if it is too long."""

    number: int
    offset: int
    data: bytes | None


def read_document(stream: BinaryIO, cap: int) -> tuple[bytearray, int]:
    """The member as UTF-8, and the offset of its first byte. Raises Fault (`document_too_large`, `bad_encoding`)."""
    document, start = bytearray(), 0
    for piece, offset in _utf8_pieces(stream):
        start = start if document else offset
        document += piece
        if len(document) > cap:
            raise document_too_large(cap)
    return document, start


def read_lines(stream: BinaryIO, cap: int) -> Iterator[Line]:
    """Lines one by one; of one that is longer than `cap` only number and offset. Raises Fault (`bad_encoding`)."""
    number, offset, rest, is_skipping = 1, None, bytearray(), False
    for piece, start in _utf8_pieces(stream):
        offset = start if offset is None else offset
        begin = 0
        while (end := piece.find(b"\n", begin)) >= 0:
            rest += piece[begin:end]
            yield Line(number, offset, None if is_skipping or len(rest) > cap else bytes(rest))
            begin = end + 1
            number, offset, rest, is_skipping = number + 1, start + begin, bytearray(), False
        rest += piece[begin:]
        if len(rest) > cap or is_skipping:
            rest, is_skipping = bytearray(), True
    if rest or is_skipping:
        yield Line(number, offset or 0, None if is_skipping else bytes(rest))


def decode(data: bytes | bytearray, offset: int, cap: int) -> str:
    """UTF-8 to text of at most `cap` bytes in memory. Raises Fault (`bad_encoding`, `document_too_large`)."""
    width = 1 if data.isascii() or not TWO_WIDE.search(data) else 4 if FOUR_WIDE.search(data) else 2
    if width > 1 and len(data) > cap // width and _characters(data) * width > cap:
        raise Fault("document_too_large", f"decoded, this takes over {cap:,} bytes of memory",
                    "split it: hand this task in as a .jsonl member, one answer per line")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad_encoding("UTF-8", offset + error.start) from error


def document_too_large(cap: int) -> Fault:
    return Fault("document_too_large", f"the document is larger than {cap:,} bytes",
                 "split it: hand this task in as a .jsonl member, one answer per line")


def _characters(data: bytes | bytearray) -> int:
    return len(data.translate(None, delete=CONTINUATION))


def _utf8_pieces(stream: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """(UTF-8 bytes without mark, offset in the member of the first) pairs."""
    first = stream.read(PIECE)
    encoding = next((name for mark, name in WIDE if first.startswith(mark)), None)
    if encoding:
        yield from _recoded(first, stream, encoding)
        return
    offset = len(codecs.BOM_UTF8) if first.startswith(codecs.BOM_UTF8) else 0
    piece = first[offset:]
    while piece:
        yield piece, offset
        offset += len(piece)
        piece = stream.read(PIECE)


def _recoded(piece: bytes, stream: BinaryIO, encoding: str) -> Iterator[tuple[bytes, int]]:
    decoder = codecs.getincrementaldecoder(encoding)()
    offset = 0
    while True:
        begin = offset - len(decoder.getstate()[0])
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            raise _bad_encoding(encoding.upper(), begin + error.start) from error
        if text:
            yield text.encode("utf-8"), begin
        if not piece:
            return
        offset += len(piece)
        piece = stream.read(PIECE)


def _bad_encoding(encoding: str, offset: int) -> Fault:
    return Fault("bad_encoding", f"the byte at offset {offset} is not valid {encoding}", MEND)
