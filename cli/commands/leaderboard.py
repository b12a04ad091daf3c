"""./assay leaderboard"""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from cli.client import Client
from cli.commands.remote import Json, Token, Url, client_of
from cli.output import print_json
from cli.render.text import plain
from cli.render.view import view_of
from scoring import states
from scoring.counting import counted
from scoring.errors import NotFound
from scoring.near import nearest
from scoring.ranking import places

app = typer.Typer()


@app.command()
def leaderboard(
    benchmark: Annotated[str, typer.Option("--benchmark", "-b", help="A benchmark that the service offers.")],
    profile: Annotated[str | None, typer.Option(help="Scoring rules; default: those of the newest job.")] = None,
    url: Url = "", token: Token = "", json: Json = False,
) -> None:
    """Rank the models of your newest 200 jobs by total, each by its newest report. An admin's are everybody's."""
    with client_of(url, token) as client:
        jobs = newest_by_model(client.jobs(), benchmark, profile)
        if not jobs:
            raise NotFound(f"none of your newest jobs has scored {benchmark}" + (f" by {profile}" if profile else ""),
                           code="no_reports", mend=_mend(client, benchmark))
        board = made(client, jobs)
    if json:
        print_json(board)
    else:
        _print(board)


def _mend(client: Client, benchmark: str) -> str:
    offered = [one["name"] for one in client.benchmarks()]
    near = None if benchmark in offered else nearest(benchmark, offered)
    return f"did you mean {near!r}?" if near else "submit answers and wait for the end: ./assay submit ZIP --wait"


def newest_by_model(jobs: list[dict[str, Any]], benchmark: str, profile: str | None) -> dict[str, dict[str, Any]]:
    """Of finished jobs of this benchmark, the newest of each model; a submission that names none goes by its file's name.
    Without a `profile`, that of the newest of them."""
    found: dict[str, dict[str, Any]] = {}
    for job in jobs:  # the newest come first
        if job["state"] != states.DONE or job["benchmark"]["name"] != benchmark or profile not in (None, job["profile"]):
            continue
        profile = job["profile"]
        found.setdefault(str(job["metadata"].get("model") or job["filename"]), job)
    return found


def made(client: Client, jobs: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """`{benchmark, version, profile, places: [{place, model, total, incomplete, reason, job}], left_out}`. `left_out` are
    models whose newest report is by another version or content of the benchmark than the newest of all: totals do not
    compare then."""
    reports = {model: client.report(job["id"]) for model, job in jobs.items()}
    digests = {model: report["provenance"].get("benchmark", {}).get("digest") for model, report in reports.items()}
    newest = next(iter(jobs))
    models = [model for model in jobs if digests[model] == digests[newest]]
    ranked = places([reports[model]["content"] for model in models])
    return {
        "benchmark": jobs[newest]["benchmark"]["name"], "version": jobs[newest]["benchmark"]["version"],
        "profile": jobs[newest]["profile"],
        "places": [_place(place, models[index], reports[models[index]], jobs[models[index]]["id"]) for index, place in ranked],
        "left_out": [model for model in jobs if model not in models],
    }


def _place(place: int | None, model: str, report: dict[str, Any], job: str) -> dict[str, Any]:
    total = view_of(report).total
    return {"place": place, "model": model, "total": total.value, "incomplete": total.incomplete, "reason": total.reason,
            "job": job}


def _print(board: dict[str, Any]) -> None:
    console = Console()
    console.print(f"{plain(board['benchmark'])} {plain(board['version'])}  profile {plain(board['profile'])}", markup=False)
    table = Table("place", "model", "total", "job")
    for row in board["places"]:
        total = "–" if row["total"] is None else f"{row['total']:.3f}{'*' if row['incomplete'] else ''}"
        table.add_row("–" if row["place"] is None else str(row["place"]), plain(row["model"]), total, row["job"])
    console.print(table)
    console.print("Models share a place where chance may have parted them (paired 95 % interval).", markup=False)
    if any(row["incomplete"] for row in board["places"]):
        console.print("* some attempts are unscored: the total stands for the others", markup=False)
    for row in board["places"]:
        if row["place"] is None:
            console.print(f"{plain(row['model'])} has no total: {plain(row['reason'] or '')}", markup=False)
    if board["left_out"]:
        console.print(f"left out, {counted(len(board['left_out']), 'model')} scored by another version of the benchmark: "
                      + ", ".join(map(plain, board["left_out"])), markup=False)
