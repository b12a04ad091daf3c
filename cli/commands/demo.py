"""./assay demo"""

import time
from pathlib import Path
from typing import Annotated

import typer

from adapters.settings import ROOT, Settings, settings
from cli.commands.environments import build_ready
from cli.commands.score import run, show
from cli.embedded import Request
from cli.environments.making import FAILED
from cli.exits import exit_code_of_job
from cli.machine import say
from cli.output import make_folder, write_results
from cli.packs import find_pack

app = typer.Typer()
EXAMPLE = ROOT / "benchmarks" / "example"


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("assay-demo"),
    json: Annotated[bool, typer.Option("--json", help="Print report.json on stdout.")] = False,
) -> None:
    """Score the shipped example submission in real sandboxes. Its repositories are prepared first, where they are not yet."""
    make_folder(out)
    _prepare(settings())
    began = time.monotonic()
    request = Request(EXAMPLE / "submission" / "example-submission.zip", find_pack(settings(), str(EXAMPLE)), no_cache=True)
    scored = run(settings(), request)
    write_results(out, scored.report, scored.verdicts)
    show(scored, as_json=json)
    say(f"\nScored in {time.monotonic() - began:.1f} s. The whole report: {out / 'report.html'}\n")
    say("Next:\n"
        "  ./assay score YOUR.zip --benchmark example    score answers of your own (docs/pack-format.md tells the format)\n"
        "  ./assay benchmark import humaneval --from HumanEval.jsonl.gz --to humaneval\n"
        "  ./assay up                                    run the service: API, workers, Postgres, Redis, S3\n")
    raise typer.Exit(exit_code_of_job(scored.job["state"], unscored=scored.unscored))


def _prepare(config: Settings) -> None:
    """Builds what is missing. A repository that cannot be prepared here (Maven needs a network) is told and left out."""
    for made in build_ready(config, EXAMPLE):
        if made.state == FAILED:
            say(f"{made.name} cannot be prepared, so its sample is quarantined: {made.reason}")
