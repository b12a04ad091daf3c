"""./assay score"""

import signal
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from adapters.logs import configure_logs
from adapters.settings import Settings, settings
from cli.embedded import QUIET, Request, Scored, score
from cli.exits import CANCELLED, exit_code_of_job
from cli.machine import say
from cli.output import make_folder, print_json, write_results
from cli.packs import find_pack, with_full_runs
from cli.render.asked import Asked
from cli.render.failures import print_failures
from cli.render.problems import print_problems
from cli.render.progress import JobProgress
from cli.render.table import print_report
from scoring import states

app = typer.Typer()


@app.command("score")
def score_command(
    archive: Annotated[Path, typer.Argument(metavar="ZIP", help="The submission.")],
    benchmark: Annotated[str, typer.Option("--benchmark", "-b", help="Name of a pack, or its folder.")],
    profile: Annotated[str | None, typer.Option(help="Scoring rules; default: the benchmark's first.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Score the sound tasks of a faulty archive.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Run everything, reuse no stored outcome.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Run all tests of a repository, also when one failed.")] = False,
    model: Annotated[str | None, typer.Option(help="Name of the model, for the report.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for report.json, report.html, verdicts.jsonl.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Score a submission ZIP on this machine, without a server."""
    if out:
        make_folder(out)
    pack = find_pack(settings(), benchmark)
    request = Request(archive, with_full_runs(pack) if full else pack, profile, partial, no_cache, model)
    scored = run(settings(), request)
    if out and scored.report:
        write_results(out, scored.report, scored.verdicts, Asked(request.benchmark))
    show(scored, as_json=json)
    if scored.report and not json:
        print_failures(scored.verdicts, Console(), out)
    if out and scored.report:
        say(f"The whole report: {out / 'report.html'}")
    elif out and (out / "report.json").exists():
        say(f"{out} still holds the report of an earlier run")
    raise typer.Exit(exit_code_of_job(scored.job["state"], unscored=scored.unscored))


def run(config: Settings, request: Request, title: str = "") -> Scored:
    """Scores with a progress bar on stderr, headed `title` where a command has several. Ctrl-C and SIGTERM cancel the job and
    end with exit code 4."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    configure_logs(QUIET)
    try:
        with JobProgress(Console(stderr=True), title).drawn() as shown:
            return score(config, request, shown.show)
    except KeyboardInterrupt:
        kept = "" if request.no_cache else "; what was run by now is kept, and the same command goes on from there"
        say(f"cancelled{kept}")
        raise typer.Exit(CANCELLED) from None


def show(scored: Scored, *, as_json: bool) -> None:
    """The report as a table, or as one JSON document; for a job without a report its state and problems."""
    job = scored.job
    if as_json:
        print_json(scored.report or {
            "job": job["id"], "state": job["state"], "reason": job["reason"], "problems": job["problems"],
        })
        return
    if job["problems"]:
        print_problems(job["problems"], Console(stderr=True))
    if scored.report:
        print_report(scored.report, Console(), scored.verdicts)
    elif job["state"] != states.DONE:
        Console(stderr=True).print(f"{job['state']}: {job['reason']}", markup=False)
