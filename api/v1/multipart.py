"""The upload form, read as a stream: the file goes to a spool as it comes, fields are small and few."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from api.errors import FormFault, fault
from api.text import readable_tree
from api.v1.spool import Spool
from scoring.canonical import canonical_json
from scoring.errors import BadInput, TooLarge

FIELD_BYTES = {"benchmark": 200, "profile": 32, "partial": 5, "no_cache": 5, "metadata": 64 * 1024}
OVERHEAD_BYTES = sum(FIELD_BYTES.values()) + 32 * 1024  # all a form may hold beside the file: fields and part headers
FEED_BYTES = 256 * 1024  # handed to a thread at once: fewer hops than the socket has chunks
METADATA_DEPTH = 16
BOOLEANS = {"true": True, "1": True, "false": False, "0": False, "": False}


@dataclass(frozen=True)
class UploadForm:
    filename: str
    benchmark: str
    profile: str | None
    partial: bool
    no_cache: bool
    metadata: dict[str, Any]


async def read_form(request: Request, spool: Spool, max_upload_bytes: int) -> UploadForm:
    """Streams the request's file into `spool` and gives the other fields.

    Raises TooLarge as soon as the file is one byte over `max_upload_bytes` (before reading anything where
    Content-Length says so), FormFault for unknown, repeated, missing or unusable fields, and BadInput for a body that
    is no multipart form or ends early.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > max_upload_bytes + OVERHEAD_BYTES:
        raise _over(max_upload_bytes)
    try:
        reader = _FormReader(_boundary(request), spool, max_upload_bytes)
        await _pump(request, reader, max_upload_bytes)
    except FormParserError as error:
        raise _no_form(f": {error}") from error
    except ClientDisconnect as error:
        raise BadInput("the upload ended early", code="upload_cut", mend="send it again") from error
    return reader.finish()


async def _pump(request: Request, reader: "_FormReader", max_upload_bytes: int) -> None:
    waiting, seen = bytearray(), 0
    async for chunk in request.stream():
        waiting += chunk
        seen += len(chunk)
        if len(waiting) >= FEED_BYTES or seen > max_upload_bytes:
            await run_in_threadpool(reader.feed, bytes(waiting))
            waiting.clear()
        if seen > max_upload_bytes + OVERHEAD_BYTES:
            raise _over(max_upload_bytes)
    await run_in_threadpool(reader.feed, bytes(waiting))
    await run_in_threadpool(reader.spool.close)


def _boundary(request: Request) -> bytes:
    kind, options = parse_options_header(request.headers.get("content-type"))
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not boundary:
        raise _no_form()
    return boundary


def _no_form(reason: str = "") -> BadInput:
    return BadInput(f"the body is no multipart form{reason}", code="bad_form", mend="send multipart/form-data")


def _over(limit: int) -> TooLarge:
    return TooLarge(f"the upload is over the limit of {limit} bytes", code="too_large",
                    mend="GET /v1/limits gives the limits; send less, or ask the operator to raise max_upload_bytes")


class _FormReader:
    """Takes the body in pieces of any size. Only the file's bytes leave memory, into the spool."""

    def __init__(self, boundary: bytes, spool: Spool, max_upload_bytes: int):
        self.spool = spool
        self.max_upload_bytes = max_upload_bytes
        self.fields: dict[str, bytearray] = {}
        self.filename: str | None = None
        self.ended = False
        self._header = (bytearray(), bytearray())
        self._disposition = b""
        self._take: Callable[[memoryview], None] = self._refuse_data
        self._parser = MultipartParser(boundary, {
            "on_part_begin": self._on_part_begin, "on_header_field": self._on_header_field,
            "on_header_value": self._on_header_value, "on_header_end": self._on_header_end,
            "on_headers_finished": self._on_headers_finished, "on_part_data": self._on_part_data,
            "on_end": self._on_end,
        })

    def feed(self, data: bytes) -> None:
        self._parser.write(data)

    def finish(self) -> UploadForm:
        """Raises FormFault that lists every missing and unusable field, BadInput when the form did not end."""
        if not self.ended:
            raise BadInput("the form ends in its middle", code="upload_cut", mend="send it again")
        return _form_of({name: bytes(value) for name, value in self.fields.items()}, self.filename)

    def _on_part_begin(self) -> None:
        self._disposition = b""

    def _on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._header[0].extend(data[start:end])

    def _on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._header[1].extend(data[start:end])

    def _on_header_end(self) -> None:
        if self._header[0].lower() == b"content-disposition":
            self._disposition = bytes(self._header[1])
        self._header = (bytearray(), bytearray())

    def _on_headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        name = options.get(b"name", b"").decode("utf-8", "replace")
        if name in self.fields or (name == "file" and self.filename is not None):
            raise FormFault([fault(name, "repeated_field", f"the field {name!r} comes twice", "send it once")])
        if name == "file":
            self.filename = _filename(options.get(b"filename", b""))
            self._take = self._take_file
        elif name in FIELD_BYTES:
            self.fields[name] = value = bytearray()
            self._take = lambda data: self._take_text(name, value, data)
        else:
            known = ", ".join(("file", *FIELD_BYTES))
            raise FormFault([fault(name, "unknown_field", f"there is no field {name!r}", f"the fields are {known}")])

    def _on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._take(memoryview(data)[start:end])

    def _on_end(self) -> None:
        self.ended = True

    def _take_file(self, data: memoryview) -> None:
        if self.spool.size + len(data) > self.max_upload_bytes:
            raise _over(self.max_upload_bytes)
        self.spool.write(data)

    def _take_text(self, name: str, value: bytearray, data: memoryview) -> None:
        value.extend(data)
        if len(value) > FIELD_BYTES[name]:
            raise FormFault([fault(name, "field_too_long", f"the field {name!r} is over {FIELD_BYTES[name]} bytes")])

    def _refuse_data(self, _data: memoryview) -> None:
        raise AssertionError("part data before part headers")


def _filename(raw: bytes) -> str:
    name = raw.decode("utf-8", "replace").replace("\\", "/").rsplit("/", 1)[-1]
    return name[:255] or "submission.zip"


def _form_of(fields: dict[str, bytes], filename: str | None) -> UploadForm:
    faults: list[dict[str, Any]] = []
    texts = {name: _text(name, raw, faults) for name, raw in fields.items()}
    for name, given in (("file", filename), ("benchmark", texts.get("benchmark"))):
        if not given:
            faults.append(fault(name, "missing_field", f"the field {name!r} is missing", "send it"))
    form = UploadForm(
        filename=filename or "", benchmark=texts.get("benchmark", ""), profile=texts.get("profile") or None,
        partial=_boolean("partial", texts, faults), no_cache=_boolean("no_cache", texts, faults),
        metadata=_metadata(texts.get("metadata", ""), faults),
    )
    if faults:
        raise FormFault(faults)
    return form


def _text(name: str, raw: bytes, faults: list[dict[str, Any]]) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        faults.append(fault(name, "not_utf8", f"the field {name!r} is no UTF-8", "send UTF-8"))
        return raw.decode("utf-8", "replace")
    if "\x00" in text:
        faults.append(fault(name, "nul", f"the field {name!r} holds a NUL character", "leave it out"))
    return text


def _boolean(name: str, texts: dict[str, str], faults: list[dict[str, Any]]) -> bool:
    text = texts.get(name, "").lower()
    if text not in BOOLEANS:
        faults.append(fault(name, "not_boolean", f"the field {name!r} is no boolean", "send true or false"))
    return BOOLEANS.get(text, False)


def _metadata(text: str, faults: list[dict[str, Any]]) -> dict[str, Any]:
    if not text:
        return {}
    try:
        value = json.loads(text)
        canonical_json(value)  # NaN and infinities are no JSON
        depth = _depth(value)
    except (ValueError, RecursionError) as error:
        faults.append(fault("metadata", "bad_json", f"the field 'metadata' is no JSON: {error}", "send a JSON object"))
        return {}
    if not isinstance(value, dict) or depth > METADATA_DEPTH:
        faults.append(fault("metadata", "no_object", "the field 'metadata' is no JSON object of a few levels",
                            'send an object such as {"model": "..."}'))
        return {}
    return readable_tree(value)


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0
