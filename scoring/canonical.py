"""One way to write JSON, so that equal values have equal bytes and equal hashes."""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, no spaces and ASCII only (lone surrogates and NUL stay escaped, so any text survives).

    Raises ValueError for NaN and infinities: they are no JSON, and no metric may have them.

    >>> canonical_json({"b": 1, "a": "ё"})
    '{"a":"\\\\u0451","b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(value: Any) -> str:
    """SHA-256 (hex) of the canonical JSON of `value`."""
    return hashlib.sha256(canonical_json(value).encode("ascii")).hexdigest()


def readable(text: str) -> str:
    """Text that any database, log or terminal takes: NUL becomes U+2400, lone surrogates become U+FFFD."""
    return text.replace("\x00", "\u2400").encode("utf-8", "surrogatepass").decode("utf-8", "replace")
