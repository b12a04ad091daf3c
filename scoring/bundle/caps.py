"""Caps on what a submission's content may cost to read."""

from dataclasses import dataclass
from typing import Protocol


class Knobs(Protocol):
    """The settings of a process that these caps are made from."""

    max_json_bytes: int
    max_json_nodes: int
    max_answer_bytes: int
    max_answers_bytes: int


@dataclass(frozen=True)
class ContentCaps:
    """All sizes in bytes. A fault against any of them is a Problem, never a crash or a full memory.

    `json_bytes`   one `.json` member, or one line of a `.jsonl` member: it is parsed in memory.
    `json_nodes`   opening brackets and commas outside strings, of one document or line.
    `json_depth`   nesting of one answer of a task with `answer: json`.
    `answer_bytes` one answer, as UTF-8.
    `total_bytes`  all answers together, as they lie in memory (a character takes 1, 2 or 4 bytes).
    """

    json_bytes: int = 32 * 1024**2
    json_nodes: int = 1_000_000
    json_depth: int = 100
    answer_bytes: int = 4 * 1024**2
    total_bytes: int = 96 * 1024**2

    @property
    def wasted_bytes(self) -> int:
        """Cap on all lines together that hold no answer."""
        return self.json_bytes

    @property
    def decoded_bytes(self) -> int:
        """Cap on decoded text in memory. One character beyond U+FFFF makes every character of it take 4 bytes."""
        return 2 * self.json_bytes

    @classmethod
    def from_settings(cls, settings: Knobs) -> "ContentCaps":
        return cls(json_bytes=settings.max_json_bytes, json_nodes=settings.max_json_nodes,
                   answer_bytes=settings.max_answer_bytes, total_bytes=settings.max_answers_bytes)
