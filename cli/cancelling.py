"""Ctrl-C of a command whose work is kept as it goes."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from cli.exits import CANCELLED

SIGNALS = (signal.SIGINT, signal.SIGTERM)
CANCELLED_LINE = "cancelled; what is done is kept, start again to go on"


@contextmanager
def ends_at_once() -> Iterator[None]:
    """In this block Ctrl-C and SIGTERM end the process at once, with a line on stderr and exit code 4.

    Nothing is unwound: threads that build and test would hold that up for minutes. Locks and slots are freed by the kernel,
    containers end with the pipes and sockets of this process, and files are replaced whole. What it costs: folders of a git
    source that was just being fetched stay below the temporary folder.
    """
    before = {number: signal.signal(number, _end) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    os.write(sys.stderr.fileno(), f"\n{CANCELLED_LINE}\n".encode())  # a print may be under way, whose lock it would wait for
    os._exit(CANCELLED)
