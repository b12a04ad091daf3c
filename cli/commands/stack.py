"""./assay up|down"""

from typing import Annotated

import typer

from cli.host import compose
from cli.host.engine import ensure_engine
from cli.machine import say

app = typer.Typer()


@app.command()
def up() -> None:
    """Start the service as a Docker Compose stack; build or pull what is missing."""
    ensure_engine(say)
    compose.up(say)


@app.command()
def down(volumes: Annotated[bool, typer.Option("--volumes", help="Delete its data too.")] = False) -> None:
    """Stop that stack; its data stays unless --volumes is given."""
    ensure_engine(say)
    compose.down(say, volumes=volumes)
