"""./assay demo"""

import time
import zipfile
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from adapters.benchmarks import load_pack, with_digest
from adapters.settings import ROOT, Settings, settings
from cli.commands.environments import build_ready
from cli.commands.score import run, show
from cli.embedded import Request, Scored
from cli.environments.making import FAILED
from cli.exits import exit_code_of_job
from cli.machine import say
from cli.output import make_folder, write_results
from cli.render.asked import Asked
from scoring.benchmark import Benchmark

app = typer.Typer()
# Two packs, for the first can be scored at once on any machine, and the repositories of the second are prepared first.
PACKS = (ROOT / "benchmarks" / "example", ROOT / "benchmarks" / "example-repositories")


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("assay-demo"),
    json: Annotated[bool, typer.Option("--json", help="Print report.json on stdout.")] = False,
) -> None:
    """Score the shipped example submissions in real sandboxes. Repositories are prepared first, where they are not yet."""
    make_folder(out)
    _prepare(settings())
    began = time.monotonic()
    scored = _scored(settings())
    write_results(out, scored.report, scored.verdicts, Asked(benchmark()))
    show(scored, as_json=json)
    say(f"\nScored in {time.monotonic() - began:.1f} s. The whole report: {out / 'report.html'}\n")
    say("Next:\n"
        "  ./assay score YOUR.zip --benchmark example    score answers of your own (docs/pack-format.md tells the format)\n"
        "  ./assay benchmark import humaneval --from HumanEval.jsonl.gz --to humaneval\n"
        "  ./assay up                                    run the service: API, workers, Postgres, Redis, S3\n")
    raise typer.Exit(exit_code_of_job(scored.job["state"], unscored=scored.unscored))


def _prepare(config: Settings) -> None:
    """Builds what is missing. A repository that cannot be prepared here (Maven's needs a network) is told, and left out."""
    say("Preparing what is missing here: sandboxes and small repositories of four languages. The first time takes minutes.")
    for made in build_ready(config, PACKS[1]):
        if made.state == FAILED:
            say(f"{made.name} cannot be prepared, so its sample is quarantined: {made.reason}")


def _scored(config: Settings) -> Scored:
    with TemporaryDirectory(prefix="assay-demo-") as folder:
        archive = Path(folder) / "demo.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("answers.jsonl", b"".join((pack / "submission" / "answers.jsonl").read_bytes() for pack in PACKS))
        return run(config, Request(archive, benchmark(), no_cache=True))


def benchmark() -> Benchmark:
    """The tasks of both packs as one benchmark."""
    first, second = (load_pack(folder) for folder in PACKS)
    return with_digest(replace(first, name="demo", title="Assay demo", tasks={**first.tasks, **second.tasks}))
