"""Untrusted values as bytes: ASCII JSON, compressed. Survives NUL, lone surrogates and any database."""

import json
import zlib
from typing import Any


def pack(value: Any) -> bytes:
    """Raises ValueError for NaN and infinities, which are no JSON."""
    return zlib.compress(json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii"), 1)


def unpack(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))
