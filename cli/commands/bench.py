"""./assay bench"""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.bench import intake, repo, sandbox, text
from cli.output import print_json
from scoring.errors import UsageFault

app = typer.Typer()
BENCHES = {"intake": intake.run, "repo": repo.run, "sandbox": sandbox.run, "text": text.run}


@app.command()
def bench(
    name: Annotated[str, typer.Argument(help=f"One of: {', '.join(BENCHES)}.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Measure speed on this machine: shared machines are noisy, so compare ratios within one run."""
    if name not in BENCHES:
        raise UsageFault(f"there is no bench {name!r}", mend=f"choose one of {', '.join(BENCHES)}")
    found = BENCHES[name]()
    if json:
        print_json(found)
        return
    for part, values in _parts(found):
        print(part, *(f"{key}={value}" for key, value in values.items()) if isinstance(values, dict) else (values,))


def _parts(found: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The parts of a document, with a part's rows one by one."""
    for part, values in found.items():
        if isinstance(values, list):
            yield from ((part, row) for row in values)
        else:
            yield part, values
