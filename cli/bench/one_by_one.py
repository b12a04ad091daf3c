"""The work of `./assay bench text` as the published scorers do it: one pair after the other, in one process.

A process of its own, with the package `codebleu` in its path, reads `{"codebleu": [[reference, candidate, language]],
"chrf": [[reference, [candidate]]], "bleu_chrf": [...]}` and writes the seconds of each part, imports left out.
"""

import json
import logging
import sys
import time
from collections.abc import Callable

import sacrebleu
from codebleu import calc_codebleu


def main() -> None:
    logging.disable(logging.CRITICAL)  # the package warns of each pair without data flow
    work = json.load(sys.stdin)
    json.dump({name: _seconds(PARTS[name], pairs) for name, pairs in work.items()}, sys.stdout)


def _seconds(part: Callable[[list], None], pairs: list) -> float:
    began = time.perf_counter()
    part(pairs)
    return time.perf_counter() - began


def _code(pairs: list) -> None:
    for reference, candidate, language in pairs:
        calc_codebleu([[reference]], [candidate], language)


def _documents(pairs: list) -> None:
    """One corpus, as the harness does."""
    sacrebleu.corpus_chrf([candidate for _, [candidate] in pairs], [[reference for reference, _ in pairs]])


def _reviews(pairs: list) -> None:
    for reference, candidates in pairs:
        for candidate in candidates:
            sacrebleu.corpus_bleu([reference], [[candidate]])
            sacrebleu.corpus_chrf([reference], [[candidate]])


PARTS = {"codebleu": _code, "chrf": _documents, "bleu_chrf": _reviews}

if __name__ == "__main__":
    main()
