"""Commands that talk to a running service: submit, status, report, verdicts, cancel, rescore."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from adapters.settings import settings
from cli.client import Client, Submit
from cli.exits import CANCELLED, exit_code_of_job
from cli.machine import say
from cli.output import print_json, write_results
from cli.render.problems import print_problems
from cli.render.progress import JobProgress
from cli.render.table import print_report
from cli.render.text import plain
from cli.render.words import WEAK_MEANING, WEAK_NAME
from cli.verdict_files import file_of, row_of, rows_of
from scoring import states
from scoring.errors import UsageFault

app = typer.Typer()
VERDICT_HEADER = "\t".join(("id", "task", "sample", "attempt", "verdict", "reason"))

Url = Annotated[str, typer.Option(help="Address of the service; default: ASSAY_URL.")]
Token = Annotated[str, typer.Option(help="Bearer token; default: ASSAY_TOKEN.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Wait = Annotated[bool, typer.Option("--wait", help="Wait for the end; the exit code tells how it ended.")]
Job = Annotated[str, typer.Argument(metavar="JOB")]


@app.command()
def submit(
    archive: Annotated[Path, typer.Argument(metavar="ZIP")],
    benchmark: Annotated[str, typer.Option("--benchmark", "-b", help="A benchmark that the service offers.")],
    profile: Annotated[str | None, typer.Option()] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Score the sound tasks of a faulty archive.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Run everything, reuse no stored outcome.")] = False,
    model: Annotated[str | None, typer.Option(help="Name of the model, kept with the submission.")] = None,
    wait: Wait = False, url: Url = "", token: Token = "", json: Json = False,
) -> None:
    """Upload a submission to a service."""
    metadata = {"model": model} if model else {}
    with client_of(url, token) as client:
        accepted = _upload(client, Submit(archive, benchmark, profile, partial, no_cache, metadata))
        if wait:
            _await(client, accepted["job_id"], as_json=json)
    _print_made(accepted, as_json=json)


@app.command()
def status(job: Job, wait: Wait = False, url: Url = "", token: Token = "", json: Json = False) -> None:
    """Show where a job stands."""
    with client_of(url, token) as client:
        found = client.status(job)  # before a wait as well: where nobody listens at all, there is nothing to wait out
        if wait:
            _await(client, job, as_json=json)
    if json:
        print_json(found)
        return
    print(f"{found['state']}  {found['done']} of {found['total']} attempts judged"
          + (f", about {found['eta_seconds']} s to go" if found["eta_seconds"] is not None else "")
          + (f"  ({found['reason']})" if found["reason"] else ""))
    if found.get("waiting"):
        print(f"  {found['waiting']['message']}")
    for name, count in found["verdicts"].items():
        print(f"  {name}: {count}")
    print_problems(found["problems"], Console(stderr=True))


@app.command()
def report(
    job: Job, out: Annotated[Path | None, typer.Option(help="Folder for report.json, report.html, verdicts.jsonl.")] = None,
    url: Url = "", token: Token = "", json: Json = False,
) -> None:
    """Fetch the report of a finished job."""
    with client_of(url, token) as client:
        found = client.report(job)
        if out:
            rows = [{**row, "answer": None, "log": None} for row in client.verdicts(job)]
            write_results(out, found, rows)
    if json:
        print_json(found)
    else:
        print_report(found, Console())


@app.command()
def verdicts(
    job: Annotated[str, typer.Argument(metavar="JOB|DIR", help="A job of a service, or a folder of ./assay score --out.")],
    task: Annotated[str | None, typer.Option()] = None, verdict: Annotated[str | None, typer.Option()] = None,
    sample: Annotated[str | None, typer.Option()] = None,
    log: Annotated[int | None, typer.Option(help="Show the answer and the output of this verdict's id.")] = None,
    url: Url = "", token: Token = "", json: Json = False,
) -> None:
    """List the verdicts of a job, or of a report on this machine."""
    wanted = {"task": task, "verdict": verdict, "sample": sample}
    if (file := file_of(job)) is not None:
        if log is not None:
            print_json(row_of(file, log))
        else:
            _print_verdicts(rows_of(file, wanted), as_json=json)
        return
    with client_of(url, token) as client:
        if log is not None:
            print_json(client.log(log))
        else:
            _print_verdicts(client.verdicts(job, **wanted), as_json=json)


def _print_verdicts(rows: Iterable[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        print_json(list(rows))
        return
    if sys.stdout.isatty():  # for people: scripts read lines of verdicts only
        print(VERDICT_HEADER)
    for row in rows:
        name = row["verdict"] or "PENDING"
        said = f"{WEAK_NAME}: {WEAK_MEANING}" if row["weak_guarantee"] else plain(row["reason"] or "")
        print(f"{row['id']}\t{plain(row['task'])}\t{plain(row['sample'])}\t{row['attempt']}\t{name}\t{said}")


@app.command()
def cancel(job: Job, url: Url = "", token: Token = "") -> None:
    """Cancel a job."""
    with client_of(url, token) as client:
        print(client.cancel(job)["state"])


@app.command()
def rescore(
    job: Job, profile: Annotated[str | None, typer.Option()] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache")] = False,
    wait: Wait = False, url: Url = "", token: Token = "", json: Json = False,
) -> None:
    """Score a job's submission again, as a new job with the benchmark as it is now; the old report stays."""
    changes = {"no_cache": no_cache, **({"profile": profile} if profile else {})}
    with client_of(url, token) as client:
        made = client.rescore(client.status(job)["submission_id"], **changes)
        if wait:
            _await(client, made["job_id"], as_json=json)
    _print_made(made, as_json=json)


def client_of(url: str, token: str) -> Client:
    """The service that options or settings name. Raises UsageFault when neither do."""
    url, token = url or settings().url, token or settings().token
    if not url or not token:
        raise UsageFault("no address or no token", mend="give --url and --token, or set ASSAY_URL and ASSAY_TOKEN")
    return Client(url, token, say=say)


def _upload(client: Client, wanted: Submit) -> dict[str, Any]:
    columns = (TextColumn("uploading"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        sending = bar.add_task("uploading")
        return client.submit(wanted, on_sent=lambda sent, total: bar.update(sending, completed=sent, total=total))


def _print_made(made: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(made)
        return
    print(f"job {made['job_id']}")
    say(f"follow it with ./assay status {made['job_id']} --wait")


def _await(client: Client, job: str, *, as_json: bool) -> None:
    """Shows progress until the job ends, then its report, and exits with the code that tells how it ended."""
    try:
        with JobProgress(Console(stderr=True)).drawn() as shown:
            ended = client.wait(job, watch=shown.show)
    except KeyboardInterrupt:
        Console(stderr=True).print(f"no longer waiting; job {job} goes on", markup=False)
        raise typer.Exit(CANCELLED) from None
    found = client.report(job) if ended["state"] == states.DONE else None
    if as_json:
        print_json(found or ended)
    elif found:
        print_report(found, Console())
        print(f"job {job}")
        say(f"attempt by attempt: ./assay verdicts {job}; this report as files: ./assay report {job} --out DIR")
    else:
        print_problems(ended["problems"], Console(stderr=True))
        Console(stderr=True).print(f"{ended['state']}: {ended['reason']}", markup=False)
    unscored = sum(task["unscored"] for task in found["content"]["tasks"].values()) if found else 0
    raise typer.Exit(exit_code_of_job(ended["state"], unscored=unscored))
