"""Writing a lock: after every environment, whole files only, from several threads."""

import gzip
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adapters.benchmarks.locks import lock_path, read_lock, read_withheld, text_sha256, withheld_path


class LockFile:
    """The lock beside an environments file, as it is on disk. One process at a time holds it (`building.py`)."""

    def __init__(self, environments: Path):
        self._path = environments
        self._document = read_lock(environments)
        self._texts = read_withheld(environments)
        self._mutex = threading.Lock()

    def entry(self, name: str) -> dict[str, Any] | None:
        return self._document["environments"].get(name)

    def texts(self, name: str) -> dict[str, str]:
        return self._texts.get(name, {})

    def proofs(self, task: str) -> dict[str, dict[str, Any]]:
        return self._document["samples"].get(task, {})

    def put_environment(self, name: str, entry: Mapping[str, Any], texts: Mapping[str, str]) -> None:
        """`entry` without `withheld`: that follows from the texts."""
        with self._mutex:
            withheld = {path: text_sha256(text) for path, text in texts.items()}
            self._document["environments"][name] = {**entry, "withheld": withheld}
            self._texts[name] = dict(texts)
            self._write()

    def put_proofs(self, task: str, proofs: Mapping[str, Mapping[str, Any]]) -> None:
        with self._mutex:
            self._document["samples"].setdefault(task, {}).update(proofs)
            self._write()

    def keep_only(self, environments: set[str], samples: Mapping[str, set[str]]) -> None:
        """Forgets what environments.yaml and the data no longer name."""
        with self._mutex:
            self._texts = {name: texts for name, texts in self._texts.items() if name in environments}
            self._document["environments"] = {
                name: entry for name, entry in self._document["environments"].items() if name in environments}
            self._document["samples"] = {
                task: {id: proof for id, proof in self._document["samples"].get(task, {}).items() if id in ids}
                for task, ids in samples.items()}
            self._write()

    def copy_to(self, environments: Path, names: set[str], samples: Mapping[str, set[str]]) -> None:
        """Writes beside another environments file what `keep_only` would leave, and at no time more than that."""
        copy = LockFile(environments)
        copy._document, copy._texts = dict(self._document), self._texts
        copy.keep_only(names, samples)

    def _write(self) -> None:
        """The texts first: a lock whose texts are missing is refused, texts without a lock are not even looked at."""
        _replace(withheld_path(self._path), gzip.compress(_json(self._texts).encode(), 6, mtime=0))
        _replace(lock_path(self._path), _json(self._document, indent=1).encode())


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=indent) + "\n"


def _replace(path: Path, data: bytes) -> None:
    draft = path.with_name(path.name + ".draft")
    draft.write_bytes(data)
    os.replace(draft, path)
