"""./assay benchmark from-git"""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.output import print_json
from cli.proposing.from_git import languages, propose_patches
from cli.proposing.tools import detect_tool, require_folder
from scoring.counting import counted
from scoring.errors import UsageFault
from scoring.near import meant
from scoring.repository.environment import TOOLS


def from_git(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A git repository.")],
    to: Annotated[Path, typer.Option("--to", help="Folder of the new pack.")],
    tool: Annotated[str | None, typer.Option(help=f"What runs its tests: {', '.join(TOOLS)}; found out if not given.")] = None,
    language: Annotated[str | None, typer.Option(help="Of the code; default: the tool's.")] = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="Samples to propose. Each has an environment to build.")] = 5,
    commits: Annotated[int, typer.Option(min=1, help="Commits to look at, from the newest.")] = 500,
    build: Annotated[str | None, typer.Option(help="Shell text that builds it, where the tool's usual one does not.")] = None,
    args: Annotated[str | None, typer.Option(help="Arguments of pytest, such as `tests`.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Propose samples from commits that change code and its tests: the commit's parent is the repository, its change of the
    code the reference, its change of the tests the judge."""
    require_folder(folder)
    tool = tool or detect_tool(folder)
    if tool not in TOOLS:
        raise UsageFault(f"there is no tool {tool!r}", mend=f"choose one of {', '.join(TOOLS)}{meant(tool, TOOLS)}")
    language = language or languages(tool)[0]
    if language not in languages(tool):
        raise UsageFault(f"{tool} does not test {language}",
                         mend=f"choose one of {', '.join(languages(tool))}{meant(language, languages(tool))}")
    if args is not None and tool != "pytest":
        raise UsageFault(f"--args is for pytest; the tool is {tool}", mend="leave it out")
    found = propose_patches(folder, to, tool=tool, language=language, count=count, looked_at=commits, build=build,
                            test=_pytest_options(folder, args) if tool == "pytest" else None)
    if json:
        titles = [{"id": one.sha[:12], "title": one.message.partition("\n")[0]} for one in found]
        print_json({"pack": str(to), "samples": titles})
        return
    for one in found:
        print(f"{one.sha[:12]} {one.message.partition(chr(10))[0]}")
    print(f"{counted(len(found), 'sample')} in {to}. Next: ./assay benchmark build {to}")


def _pytest_options(folder: Path, args: str | None) -> dict[str, Any]:
    """The tree comes before an installed copy of it: the patch is in the tree alone."""
    return {"env": {"PYTHONPATH": "src" if (folder / "src").is_dir() else "."}, **({"args": shlex.split(args)} if args else {})}
