"""./assay images build|export|import|prune"""

from pathlib import Path
from typing import Annotated

import typer

from adapters import images
from adapters.settings import settings
from cli.host.compose import ENV_FILE, image_references, write_env
from cli.host.engine import ensure_engine
from cli.host.images import build_images, export_images, import_images
from cli.machine import say
from cli.output import make_folder
from scoring.errors import BadInput, UsageFault
from scoring.near import closest
from workers.sandbox.docker import DockerSandboxes

app = typer.Typer(help="Build, export, import and prune the images.", no_args_is_help=True)


@app.command()
def build(names: Annotated[list[str] | None, typer.Argument(help="Default: all.")] = None) -> None:
    """Build what is missing; images are keyed by content, so nothing is built twice."""
    if unknown := sorted(set(names or ()) - set(images.IMAGES)):
        raise UsageFault(f"there is no image {unknown[0]!r}", mend=closest(unknown[0], images.IMAGES))
    ensure_engine(say)
    for name, reference in build_images(names or list(images.IMAGES), say).items():
        print(f"{name}\t{reference}")
    if not names:
        write_env(ENV_FILE, image_references(say))


@app.command()
def export(to: Annotated[Path, typer.Argument(help="The archive to write (tar.gz).")]) -> None:
    """Write all images into one archive, for machines without a network."""
    make_folder(to.parent)
    ensure_engine(say)
    for reference in export_images(to, say):
        print(reference)


@app.command("import")
def import_command(source: Annotated[Path, typer.Argument(help="An archive that `images export` wrote.")]) -> None:
    """Load the images of such an archive."""
    if not source.is_file():
        raise BadInput(f"there is no file {source}", code="no_such_file", mend="check the path")
    ensure_engine(say)
    for reference in import_images(source, say):
        print(reference)


@app.command()
def prune() -> None:
    """Remove our images of other versions than this checkout's; those that a container uses stay."""
    ensure_engine(say)
    for reference in DockerSandboxes(settings()).prune_images(images.IMAGES):
        print(reference)
