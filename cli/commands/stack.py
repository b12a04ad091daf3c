"""./assay up|down"""

from typing import Annotated

import typer

from cli.host import compose
from cli.host.engine import ensure_engine
from cli.host.passthrough import environment
from cli.machine import say

app = typer.Typer()
KEPT = ("ASSAY_BIND", "ASSAY_PORT", "ASSAY_BENCHMARKS_DIR", "ASSAY_DOCKER_SOCKET", "ASSAY_SLOT_DIR", "ASSAY_PYTHON_WORKERS")


@app.command()
def up() -> None:
    """Start the service as a Docker Compose stack; build or pull what is missing."""
    ensure_engine(say)
    keep = {name: value for name in KEPT if (value := environment().get(name))}
    if keep:  # so that every later `docker compose` in another shell means the same stack
        compose.write_env(compose.ENV_FILE, keep)
    compose.up(say)
    port = compose.read_env(compose.ENV_FILE).get("ASSAY_PORT", "8080")
    say(f"The service answers on http://127.0.0.1:{port} (its API: /openapi.json).\n"
        "Make a token:   docker compose exec gateway python -m cli token create --name me\n"
        "More workers:   docker compose up -d --scale worker-python=4\n"
        "Stop it:        ./assay down")


@app.command()
def down(volumes: Annotated[bool, typer.Option("--volumes", help="Delete its data too.")] = False) -> None:
    """Stop that stack; its data stays unless --volumes is given."""
    ensure_engine(say)
    compose.down(say, volumes=volumes)
