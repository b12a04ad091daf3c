"""Answers of the judge, kept while a job lasts: a case that failed half way asks only for what it still lacks."""

from collections import OrderedDict
from collections.abc import Sequence

from adapters.judge import Answer, Message
from scoring.canonical import digest

KEPT = 20_000  # a word each, and its key: some MiB


class Answers:
    """Answers by job, model and prompt. Across jobs the stored outcomes serve, which `--no-cache` can forbid."""

    def __init__(self):
        self._kept: OrderedDict[str, Answer] = OrderedDict()

    def find(self, key: str) -> Answer | None:
        return self._kept.get(key)

    def keep(self, key: str, answer: Answer) -> None:
        self._kept[key] = answer
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def answer_key(job: str, model: str, question: Sequence[Message], max_tokens: int) -> str:
    return digest([job, model, [dict(message) for message in question], max_tokens])
