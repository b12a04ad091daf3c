"""YAML and JSON as packs may write them: a key that stands twice, and numbers that JSON lacks, are faults.

Every function raises ValueError with a sentence that names what is wrong.
"""

import difflib
import json
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any

import yaml


def closest(word: str, known: Iterable[str]) -> str:
    """What was meant by a word that is none of those known, for the end of a sentence."""
    close = difflib.get_close_matches(word, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"


class _Loader(yaml.SafeLoader):
    """Safe, and strict about keys: of two tasks with one name the first would otherwise vanish."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen:
                raise ValueError(f"the key {key.value!r} stands twice, again in line {key.start_mark.line + 1}")
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def read_yaml(path: Path) -> Any:
    """The document of a YAML file. Raises FileNotFoundError as well."""
    try:
        return yaml.load(path.read_text("utf-8-sig"), _Loader)
    except yaml.YAMLError as error:
        raise ValueError(f"this is no YAML: {error}") from None


def read_json(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no JSON value")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} stands twice in one object")
    return found
