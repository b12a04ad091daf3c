"""Untrusted text on its way out: JSON that every parser takes."""

import json
from typing import Any

from starlette.responses import JSONResponse

from scoring.canonical import readable


class AsciiJson(JSONResponse):
    """JSON in ASCII, so that lone surrogates in untrusted text cannot break the answer."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


def readable_tree(value: Any) -> Any:
    """A JSON value with every string in it made readable (see `scoring.canonical.readable`)."""
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, list):
        return [readable_tree(item) for item in value]
    if isinstance(value, dict):
        return {readable(key): readable_tree(item) for key, item in value.items()}
    return value
