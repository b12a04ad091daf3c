"""./assay validate"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from adapters import archive as archives
from adapters.settings import settings
from adapters.submissions import read_submission
from cli.output import print_json
from cli.packs import find_pack
from cli.render.problems import print_problems
from scoring.bundle import ContentCaps
from scoring.counting import counted
from scoring.errors import BadInput

app = typer.Typer()


@app.command()
def validate(
    archive: Annotated[Path, typer.Argument(metavar="ZIP")],
    benchmark: Annotated[str, typer.Option("--benchmark", "-b", help="Name of a pack, or its folder.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Say everything that is wrong with a submission ZIP, without scoring it."""
    if not archive.is_file():
        raise BadInput(f"there is no file {archive}", code="no_such_file", mend="check the path")
    pack = find_pack(settings(), benchmark)
    caps = archives.Caps.from_settings(settings())
    archives.inspect(archive, caps)
    bundle = read_submission(archive, pack, caps, ContentCaps.from_settings(settings()))
    problems = [problem.as_json() for problem in bundle.problems]
    errors = sum(problem["severity"] == "error" for problem in problems)
    if json:
        print_json({"generations": len(bundle.generations), "errors": errors, "problems": problems})
    else:
        print_problems(problems, Console())
        print(f"{counted(len(bundle.generations), 'generation')}, {counted(errors, 'error')}, "
              f"{counted(len(problems) - errors, 'warning')}")
    raise typer.Exit(2 if errors else 0)
