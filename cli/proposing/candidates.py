"""Functions of a repository that may become samples, the most promising first."""

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cli.proposing.tree import text_of
from scoring.functions import Function, find_functions
from scoring.functions.files import is_generated, is_source, language_of

LONGEST = 120  # lines of a body: nobody reads an answer of that length, and hardly a model writes it
LARGEST_FILE = 512 * 1024  # characters: the whole file goes with each sample
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Candidate:
    """One function of one file. `text` is the whole file."""

    path: str
    text: str
    function: Function
    language: str

    @property
    def plain_name(self) -> str:
        return re.split(r"[.:]+", self.function.name)[-1]

    @property
    def id(self) -> str:
        return f"{self.path}:{self.function.name}"


def find_candidates(root: Path, paths: Iterable[str], languages: tuple[str, ...]) -> list[Candidate]:
    """The functions of the product's files in that one of `languages` in which it has most of them."""
    paths = list(paths)
    with_cpp = any(language_of(path) == "cpp" for path in paths)
    found = [candidate for path in paths if is_source(path)
             for candidate in _in_file(root, path, language_of(path, with_cpp), languages)]
    if not found:
        return []
    language = Counter(candidate.language for candidate in found).most_common(1)[0][0]
    counts = Counter(candidate.id for candidate in found)  # overloads have one name, which could not tell them apart
    return [candidate for candidate in found if candidate.language == language and counts[candidate.id] == 1]


def _in_file(root: Path, path: str, language: str | None, languages: tuple[str, ...]) -> list[Candidate]:
    text = text_of(root, path) if language in languages else None
    if text is None or len(text) > LARGEST_FILE or is_generated(text):
        return []
    return [Candidate(path, text, function, language) for function in find_functions(text, language)
            if function.lines <= LONGEST]


def in_order(candidates: Iterable[Candidate], words: frozenset[str]) -> list[Candidate]:
    """Those first whose name is among `words`, the words of the tests; within both halves the files take turns, and within
    a file the order is that of a hash, so that no part of a file is preferred and two runs agree."""
    halves = itertools.groupby(sorted(candidates, key=lambda one: one.plain_name not in words),
                               key=lambda one: one.plain_name not in words)
    return [candidate for _, half in halves for candidate in _taking_turns(half)]


def _taking_turns(candidates: Iterable[Candidate]) -> list[Candidate]:
    by_file: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_file.setdefault(candidate.path, []).append(candidate)
    queues = [sorted(queue, key=_hash) for _, queue in sorted(by_file.items())]
    return [one for turn in itertools.zip_longest(*queues) for one in turn if one is not None]


def _hash(candidate: Candidate) -> str:
    return hashlib.sha256(candidate.id.encode("utf-8", "replace")).hexdigest()


def words_of_tests(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """Every word in files of tests: a function that one of them names is likely to be noticed."""
    texts = (text_of(root, path) or "" for path in paths if language_of(path) and not is_source(path))
    return frozenset(word for text in texts for word in _WORD.findall(text))


def chosen(noticed: Mapping[str, int], count: int) -> list[str]:
    """`count` ids, most noticed first, evenly from those that many tests notice to those that few do.

    >>> chosen({"a": 9, "b": 7, "c": 5, "d": 3, "e": 1}, 3)
    ['a', 'c', 'e']
    """
    ranked = sorted(noticed, key=lambda one: (-noticed[one], one))
    if len(ranked) <= count:
        return ranked
    if count == 1:
        return ranked[:1]
    return [ranked[round(place * (len(ranked) - 1) / (count - 1))] for place in range(count)]
