"""./assay test"""

import signal
import subprocess
import sys
import threading
from typing import Annotated

import typer

from adapters import images
from adapters.settings import ROOT
from cli.exits import CANCELLED, INCOMPLETE
from cli.host.compose_plugin import ensure_compose
from cli.host.engine import ensure_engine
from cli.host.images import build_images
from cli.machine import say

app = typer.Typer()


@app.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
def test(arguments: Annotated[list[str] | None, typer.Argument(help="Arguments for pytest.")] = None) -> None:
    """Run every test: against real Postgres, Redis, Docker and an S3-speaking server."""
    ensure_engine(say)
    ensure_compose(say)
    build_images(list(images.IMAGES), say)
    raise typer.Exit(run_to_its_end([sys.executable, "-m", "pytest", *(arguments or [])]))


def run_to_its_end(command: list[str]) -> int:
    """The exit code for a run of pytest. SIGINT and SIGTERM are handed on to it as SIGINT, and its end is awaited: it removes
    the containers of its databases then, which nobody else would (`tests/conftest.py`)."""
    running, interrupted = subprocess.Popen(command, cwd=ROOT), threading.Event()

    def hand_on(*_: object) -> None:
        interrupted.set()
        running.send_signal(signal.SIGINT)

    before = {number: signal.signal(number, hand_on) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        status = running.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return CANCELLED if interrupted.is_set() else min(status, INCOMPLETE)
