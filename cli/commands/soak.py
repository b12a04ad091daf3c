"""./assay soak"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from adapters.settings import Settings, settings
from cli import soak_engine, soak_repo, soak_sandbox
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
    name: Annotated[str, typer.Argument(help="cases (a whole job), sandbox (one room), repo (repositories) or engine "
                                             "(killed in a job)")] = "cases",
    samples: Annotated[int | None, typer.Option(help="How many; 5,000, 200 for repo, 80 for engine.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Run thousands of programs, then look for what they left: sandboxes, disk, wrong verdicts. Exit code 1 if any."""
    if name not in SOAKS:
        raise UsageFault(f"there is no soak {name!r}", mend=f"choose {' or '.join(SOAKS)}")
    with tempfile.TemporaryDirectory(prefix="assay-soak-") as folder:
        found = SOAKS[name].run(Path(folder), samples or SOAKS[name].samples)
    if json:
        print_json(found)
    else:
        print(*(f"{key}={value}" for key, value in found.items()))
    raise typer.Exit(0 if SOAKS[name].is_sound(found) else 1)


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


def _is_sound(found: dict) -> bool:
    limit = SLACK_MIB * max(1, found["samples"] // 1000)
    return found["passed"] == found["samples"] and not found["sandboxes_left"] and found["disk_growth_mib"] < limit


def _sandboxes(job_id: str) -> int:
    """Sandboxes of this job that still exist."""
    listing = subprocess.run(["docker", "ps", "--all", "--quiet", "--filter", f"label=assay.job={job_id}"],
                             capture_output=True, text=True, check=True)
    return len(listing.stdout.split())


@dataclass(frozen=True)
class _Soak:
    run: Callable[[Path, int], dict]
    is_sound: Callable[[dict], bool]
    samples: int = 5_000


SOAKS = {
    "cases": _Soak(_soak, _is_sound),
    "sandbox": _Soak(soak_sandbox.run, soak_sandbox.is_sound),
    "repo": _Soak(soak_repo.run, soak_repo.is_sound, samples=200),
    "engine": _Soak(soak_engine.run, soak_engine.is_sound, samples=80),
}
