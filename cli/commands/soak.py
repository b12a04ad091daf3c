"""./assay soak"""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from adapters.settings import Settings, settings
from cli import soak_sandbox as sandbox
from cli.bench.load import write_load
from cli.commands.score import run
from cli.embedded import Request
from cli.output import print_json
from cli.packs import find_pack
from scoring.errors import UsageFault

app = typer.Typer()
SLACK_MIB = 64  # the job's own database and blobs, per thousand cases


@app.command()
def soak(
    name: Annotated[str, typer.Argument(help="cases (a whole job) or sandbox (one room)")] = "cases",
    samples: Annotated[int, typer.Option(help="How many different programs.")] = 5_000,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Run thousands of programs, then look for what they left: sandboxes, disk, wrong verdicts. Exit code 1 if any."""
    if name not in ("cases", "sandbox"):
        raise UsageFault(f"there is no soak {name!r}", mend="choose cases or sandbox")
    with tempfile.TemporaryDirectory(prefix="assay-soak-") as folder:
        found = _soak(Path(folder), samples) if name == "cases" else sandbox.run(Path(folder), samples)
    if json:
        print_json(found)
    else:
        print(*(f"{key}={value}" for key, value in found.items()))
    if name == "sandbox":
        raise typer.Exit(0 if sandbox.is_sound(found) else 1)
    limit = SLACK_MIB * max(1, samples // 1000)
    sound = found["passed"] == samples and not found["sandboxes_left"] and found["disk_growth_mib"] < limit
    raise typer.Exit(0 if sound else 1)


def _soak(folder: Path, samples: int) -> dict:
    archive = write_load(folder, samples)
    config = Settings(**{**settings().model_dump(), "home": folder / "home"})
    free = shutil.disk_usage(folder).free
    began = time.monotonic()
    scored = run(config, Request(archive, find_pack(config, str(folder / "load")), no_cache=True))
    seconds = time.monotonic() - began
    task = scored.report["content"]["tasks"]["Load"]
    return {
        "samples": samples, "passed": task["verdicts"].get("PASSED", 0), "unscored": task["unscored"],
        "seconds": round(seconds, 1), "cases_per_second": round(samples / seconds, 1),
        "sandboxes_left": _sandboxes(scored.job["id"]),
        "disk_growth_mib": round((free - shutil.disk_usage(folder).free) / 2**20, 1),
    }


def _sandboxes(job_id: str) -> int:
    """Sandboxes of this job that still exist."""
    listing = subprocess.run(["docker", "ps", "--all", "--quiet", "--filter", f"label=assay.job={job_id}"],
                             capture_output=True, text=True, check=True)
    return len(listing.stdout.split())
