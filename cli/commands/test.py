"""./assay test"""

import subprocess
import sys
from typing import Annotated

import typer

from adapters import images
from adapters.settings import ROOT
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
    status = subprocess.run([sys.executable, "-m", "pytest", *(arguments or [])], cwd=ROOT).returncode
    raise typer.Exit(min(status, 1))
