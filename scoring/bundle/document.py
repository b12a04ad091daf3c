"""Parses JSON that nobody vouches for: bounded memory, no silent repair, every refusal with its place."""

import json
import math
import re
from collections import Counter
from typing import Any, BinaryIO

from scoring.bundle.caps import ContentCaps
from scoring.bundle.problems import Fault, shown
from scoring.bundle.text import decode, read_document

# A run that ends with its hundredth bracket or comma outside strings. Possessive throughout, and the closing quote is
# optional, so that each byte is looked at once even where a string never ends.
HUNDRED = re.compile(rb'(?:(?:[^"\[{,]++|"(?:[^"\\]++|\\.)*+"?)*+[\[{,]){100}+', re.DOTALL)
SMALL = 64 * 1024  # bytes; what is smaller cannot hold enough nodes to hurt


def read_json(stream: BinaryIO, caps: ContentCaps) -> Any:
    """The JSON value that a whole member holds. Raises Fault as `parse_line` does."""
    data, offset = read_document(stream, caps.json_bytes)
    _check_nodes(data, caps.json_nodes)
    text = decode(data, offset, caps.decoded_bytes)
    del data  # before the objects come: both together would double the peak
    return _parse(text)


def parse_line(line: bytes, offset: int, caps: ContentCaps) -> Any:
    """The JSON value in UTF-8 `line`, which begins at byte `offset` of its member.

    Raises Fault: `bad_json` (with line and column; also NaN, infinities and integers too long to keep),
    `duplicate_key`, `too_deep`, `too_many_nodes`, `document_too_large`, `bad_encoding`.
    Control characters inside strings are taken as they are, since answers that hold a raw tab or NUL exist.
    """
    if len(line) > SMALL:
        _check_nodes(line, caps.json_nodes)
    return _parse(decode(line, offset, caps.decoded_bytes))


def _parse(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise bad_json(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except ValueError as error:  # Python turns no more than 4,300 digits into an integer: it takes quadratic time
        raise bad_json("an integer with too many digits") from error
    except RecursionError as error:
        raise too_deep() from error


def bad_json(reason: str) -> Fault:
    return Fault("bad_json", f"this is not valid JSON: {reason}", "write it with a JSON library")


def check_finite(number: int | float) -> None:
    """Raises Fault (`bad_json`) for what 1e999 becomes."""
    if isinstance(number, float) and math.isinf(number):
        raise bad_json("a number that is too large")


def too_deep() -> Fault:
    return Fault("too_deep", "the JSON value is nested too deeply", "nest lists and objects less")


def _check_nodes(data: bytes | bytearray, cap: int) -> None:
    """Refuses what would become too many Python objects: a list of 16 million empty lists takes 32 MiB of text."""
    nodes = end = 0
    while run := HUNDRED.match(data, end):
        nodes, end = nodes + 100, run.end()
        if nodes > cap:
            raise Fault("too_many_nodes", f"the JSON value has more than {cap:,} elements",
                        "hand this task in as a .jsonl member, one answer per line")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise Fault("duplicate_key", f"an object has the key {shown(twice)!r} twice", "keep one of the two")
    return result


def _constant(name: str) -> Any:
    raise bad_json(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, strict=False)
