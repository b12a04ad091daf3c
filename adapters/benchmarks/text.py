"""YAML and JSON as packs may write them: a key that stands twice, and numbers that JSON lacks, are faults.

Every function raises ValueError with a sentence that names what is wrong.
"""

import json
import os
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import yaml


def words_of(error: Exception) -> str:
    """What is wrong with a file, in words, where its name stands before them already.

    >>> words_of(FileNotFoundError(2, "No such file or directory", "/a/b"))
    'there is no such file'
    """
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, OSError) and error.errno is not None:
        return f"it cannot be read: {os.strerror(error.errno)}"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is no UTF-8: save the file as UTF-8"
    return str(error)


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
    """The document of a YAML file. Raises OSError as well."""
    try:
        return yaml.load(path.read_text("utf-8-sig"), _Loader)
    except UnicodeDecodeError as error:
        raise ValueError(words_of(error)) from None
    except yaml.MarkedYAMLError as error:
        raise ValueError(f"this is no YAML: {_marked(error)}") from None
    except yaml.YAMLError as error:
        raise ValueError(f"this is no YAML: {error}") from None


def _marked(error: yaml.MarkedYAMLError) -> str:
    """One line: where, what was met there, and what was being read."""
    mark, begun = error.problem_mark or error.context_mark, error.context_mark
    where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
    reading = f" {error.context}" if error.context else ""
    since = f" that begins in line {begun.line + 1}" if begun and mark and begun.line != mark.line else ""
    mend = "; indent with spaces, for YAML takes no tabs" if "'\\t'" in (error.problem or "") else ""
    return f"{where}{error.problem or 'unreadable'}{reading and ','}{reading}{since}{mend}"


def line_of(path: Path, place: Sequence[object]) -> int | None:
    """The line, from 1, in which the value at `place` (keys and indexes from the root) of a readable YAML file begins; of the
    nearest part around it where it is not there."""
    node = yaml.compose(path.read_text("utf-8-sig"), yaml.SafeLoader)
    line = None
    for step in place:
        key, node = _step(node, step)
        if node is None:
            break
        line = (key or node).start_mark.line + 1
    return line


def _step(node: yaml.Node | None, step: object) -> tuple[yaml.Node | None, yaml.Node | None]:
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == str(step)), (None, None))
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None, None


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
