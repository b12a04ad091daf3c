"""./assay doctor"""

import os
import shutil
import sys
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from adapters import images
from adapters.settings import settings
from cli.host import images as built
from cli.host.process import works
from cli.output import print_json
from workers.host_care import pressure
from workers.sandbox.docker import DockerSandboxes

app = typer.Typer()
FREE_GIB = 5


@dataclass(frozen=True)
class Finding:
    """One thing that Assay needs: whether it is there, what was seen, and what mends it. `costs`: what is weaker on this
    machine than it could be, though Assay runs."""

    what: str
    ok: bool
    seen: str
    mend: str = ""
    costs: str = ""

    def lines(self) -> list[str]:
        mark = "LACKS" if not self.ok else "weak " if self.costs else "ok   "
        told = [("mend", "" if self.ok else self.mend), ("costs", self.costs)]
        return [f"{mark}  {self.what}: {self.seen}", *(f"       {word}: {text}" for word, text in told if text)]


@app.command()
def doctor(json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False) -> None:
    """Say what this machine lacks, and which walls its sandboxes have; changes nothing."""
    findings = examine()
    if json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            print("\n".join(finding.lines()))
    raise typer.Exit(0 if all(finding.ok for finding in findings) else 3)


def examine() -> list[Finding]:
    """Everything, in the order in which it must be mended."""
    engine = works(["docker", "info"])
    sandboxes = DockerSandboxes(settings())
    return [
        Finding("Python 3.11 or newer", sys.version_info >= (3, 11), sys.version.split()[0], "apt-get install python3"),
        _free_disk(),
        Finding("cores", True, str(len(os.sched_getaffinity(0)))),
        Finding("Docker engine", engine, "answers" if engine else "does not answer", "./assay images build starts it"),
        Finding("Docker Compose v2", *_seen(works(["docker", "compose", "version"])), "./assay up installs it"),
        *(Finding(**vars(need)) for need in (*sandboxes.needs(), *sandboxes.walls())),
        *_pressure(),
        *(_image(name, engine) for name in images.IMAGES),
    ]


def _pressure() -> list[Finding]:
    reason = pressure(settings())
    mend = "free some memory or disk; work waits until then"
    return [Finding("room for more cases", reason is None, reason or "there", mend)]


def _seen(there: bool) -> tuple[bool, str]:
    return there, "there" if there else "missing"


def _free_disk() -> Finding:
    home = settings().home
    existing = next(path for path in (home, *home.parents) if path.exists())
    free = shutil.disk_usage(existing).free / 2**30
    return Finding(f"{FREE_GIB} GiB of free disk", free >= FREE_GIB, f"{free:.1f} GiB", f"free some space under {existing}")


def _image(name: str, engine: bool) -> Finding:
    there = engine and built.exists(images.tag(name))
    if not there:  # whatever needs it builds it, so a machine without it lacks nothing
        return Finding(f"image {name}", True, "not built yet; the command that needs it builds it")
    return Finding(f"image {name}", True, "there")
