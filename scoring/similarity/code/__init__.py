"""CodeBLEU (Ren et al., 2020, arXiv 2009.10297), as the MERA Code benchmark computes it.

A quarter each: overlap of words (BLEU), the same as recall with keywords weighing more, syntax subtrees of the reference
found in the answer, and data-flow edges of the reference found there. docs/decisions/0006-codebleu.md says why this is
our own code, and which oddities of the published one are kept because scores must compare.
"""

from functools import lru_cache

from scoring.similarity.code import flow, overlap, syntax
from scoring.similarity.code.keywords import KEYWORDS
from scoring.similarity.code.rules import RULES
from scoring.similarity.code.strip import without_comments
from scoring.similarity.code.tree import parse


def compare(reference: str, candidate: str, language: str) -> dict[str, float]:
    """`{"codebleu", "ngram", "weighted", "syntax", "dataflow"}` on 0..1. Raises KeyError for an unknown language."""
    wanted, given = _prepared(reference, language), _prepared(candidate, language)
    words = overlap.compare(wanted.words, given.words, KEYWORDS[language])
    parts = {
        "ngram": words.precision, "weighted": words.recall,
        "syntax": syntax.share(wanted.subtrees, given.subtrees), "dataflow": flow.share(wanted.edges, given.edges),
    }
    return {"codebleu": sum(0.25 * part for part in parts.values()), **parts}


class Prepared:
    """What a text has to compare: its words, the syntax subtrees and the data-flow edges of what is left of it without
    comments."""

    def __init__(self, text: str, language: str):
        text = text.strip()
        self.words = overlap.Words.of(text)
        tree = parse(without_comments(text, language), language, RULES[language])
        self.subtrees = syntax.subtrees(tree.top.node, tree.nodes)
        self.edges = flow.edges(tree, RULES[language])


@lru_cache(maxsize=2)  # the candidates of one sample share a reference
def _prepared(text: str, language: str) -> Prepared:
    return Prepared(text, language)
