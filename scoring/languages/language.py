"""What a language is: how its code is recognised in a reply, and put together with a sample's prompt and tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Parts:
    """What a room gets. `setup` is the benchmark's (imports, helpers), `program` holds the answer.

    `declaration` is the signature that the tests call, where the language separates tests and program by it; `above` what
    of the sample stands above it and shows to both sides, such as imports and the prompt's helper functions. Where a case is
    divided (`judge`: scoring.tasks.judging), `setup` and `tests` never meet the program.
    """

    program: str
    setup: str
    tests: str
    declaration: str = ""
    above: str = ""

    def payload(self, entry_point: str | None, judge: str) -> dict[str, Any]:
        return {"entry_point": entry_point, "above": self.above, "setup": self.setup, "tests": self.tests,
                "declaration": self.declaration, "judge": judge}


class Language(Protocol):
    """An entry of `scoring.languages.LANGUAGES`. Pure, and linear in the length of an answer: answers are hostile text."""

    runtime: str  # the room that builds and runs it
    tags: frozenset[str]  # of fenced blocks, in lower case

    def defines(self, code: str, name: str) -> bool:
        """Whether `code` defines the function `name` itself, and is not just its body."""

    def parts(self, inputs: Mapping[str, Any], code: str) -> Parts:
        """Prompt, answer and tests, put together: the answer continues the prompt, or stands in the place of its
        function; what else the prompt has (imports, helpers) stays.
        """

    def can_divide(self, parts: Parts) -> bool:
        """Whether plain data can carry what the tests give the answer's function and get from it, as far as the benchmark's
        own code tells. Never looks at `parts.program`.
        """

    def stub(self, inputs: Mapping[str, Any]) -> str:
        """An answer that is a program and wrong."""
