"""The facts of one comparison: a reference against one or more candidates.

A request is `{"reference": text, "candidates": [text, ...], "metrics": [name, ...], "language": name | None,
"swap": bool}`. The answer has one mapping for each candidate: `{"chrf": counts, "bleu": counts, "codebleu": parts}` for
the metrics that were asked for. `swap` takes the reference as hypothesis, which is how one published scorer calls it.
"""

from collections.abc import Mapping
from typing import Any

from scoring.metrics import bleu, chrf
from scoring.similarity.words import words

METRICS = ("chrf", "bleu", "codebleu")


def compare(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Raises KeyError for a metric or a language that there is not."""
    reference, candidates = request["reference"], request["candidates"]
    found: list[dict[str, Any]] = [{} for _ in candidates]
    for metric in request["metrics"]:
        facts = COMPARED[metric](reference, candidates, request.get("language"), request.get("swap", False))
        for of_candidate, fact in zip(found, facts, strict=True):
            of_candidate[metric] = fact
    return found


def _overlap(ngrams, counts):
    """Counts of every candidate; the n-grams of the reference are made once."""
    def compared(reference: str, candidates: list[str], language: str | None, swap: bool) -> list[list[int]]:
        wanted = ngrams(reference)
        pairs = [(wanted, ngrams(text)) if swap else (ngrams(text), wanted) for text in candidates]
        return [counts(*pair) for pair in pairs]
    return compared


def _as_code(reference: str, candidates: list[str], language: str | None, swap: bool) -> list[dict[str, float]]:
    # Only the text room should load the parsers, which are C libraries; kinds of task need the rest of this file.
    from scoring.similarity import code  # noqa: PLC0415
    pairs = [(text, reference) if swap else (reference, text) for text in candidates]
    return [code.compare(wanted, given, language) for wanted, given in pairs]


COMPARED = {
    "chrf": _overlap(chrf.ngrams, chrf.counts),
    "bleu": _overlap(lambda line: bleu.ngrams(words(line)), bleu.counts),
    "codebleu": _as_code,
}
