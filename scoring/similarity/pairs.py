"""The facts of one comparison: a reference against one or more candidates.

A request is `{"reference": text, "candidates": [text, ...], "metrics": [name, ...], "language": name | None,
"swap": bool}`. The answer has one mapping for each candidate: `{"chrf": counts, "bleu": counts, "codebleu": parts}` for
the metrics that were asked for. `swap` takes the reference as hypothesis, which is how one published scorer calls it.

Only the text room imports this file: it loads parsers, which are C libraries.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.metrics import bleu
from scoring.similarity import characters, code
from scoring.similarity.words import words


def compare(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Raises KeyError for a metric or a language that there is not."""
    reference, candidates = request["reference"], request["candidates"]
    found: list[dict[str, Any]] = [{} for _ in candidates]
    for metric in request["metrics"]:
        facts = _COMPARED[metric](reference, candidates, request.get("swap", False), request.get("language"))
        for of_candidate, fact in zip(found, facts, strict=True):
            of_candidate[metric] = fact
    return found


def _characters(reference: str, candidates: Sequence[str], swap: bool, language: str | None) -> list[list[int]]:
    return characters.compare(reference, candidates, swap)


def _words(reference: str, candidates: Sequence[str], swap: bool, language: str | None) -> list[list[int]]:
    wanted = bleu.ngrams(words(reference))
    given = [bleu.ngrams(words(text)) for text in candidates]
    return [bleu.counts(wanted, text) if swap else bleu.counts(text, wanted) for text in given]


def _code(reference: str, candidates: Sequence[str], swap: bool, language: str | None) -> list[dict[str, float]]:
    pairs = [(text, reference) if swap else (reference, text) for text in candidates]
    return [code.compare(wanted, given, language) for wanted, given in pairs]


_COMPARED: dict[str, Callable[..., list[Any]]] = {"chrf": _characters, "bleu": _words, "codebleu": _code}
