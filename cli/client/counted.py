"""A file that tells how far it was read, so that an upload can show its progress."""

from collections.abc import Callable
from pathlib import Path

Sent = Callable[[int, int], None]


class CountedFile:
    """A binary file for reading; `on_sent(bytes so far, bytes in all)` is called after every read."""

    def __init__(self, path: Path, on_sent: Sent | None):
        self._file = path.open("rb")
        self._total = path.stat().st_size
        self._on_sent = on_sent

    def __enter__(self) -> "CountedFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def rewound(self) -> "CountedFile":
        """Itself, from the beginning."""
        self._file.seek(0)
        return self

    def fileno(self) -> int:
        return self._file.fileno()

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        if self._on_sent is not None:
            self._on_sent(self._file.tell(), self._total)
        return data
