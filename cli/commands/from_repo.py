"""./assay benchmark from-repo"""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Column, Table

from adapters.settings import settings
from cli.cancelling import ends_at_once
from cli.commands.environments import ready_rooms
from cli.environments.tools import TOOLS
from cli.exits import INCOMPLETE, OK
from cli.machine import ready_folders, say
from cli.output import make_folder, print_json
from cli.proposing.proposing import Proposal, Wish, propose, refuse_finished
from cli.proposing.tools import LANGUAGES, detect_tool, options_for, require_folder
from cli.render.text import plain
from cli.render.unstable import unstable_lines
from cli.render.wide import print_table
from scoring.counting import counted
from scoring.errors import UsageFault
from scoring.near import meant

TRIES_PER_SAMPLE = 3  # tests notice about every second function, and a choice wants some to choose from


def from_repo(
    root: Annotated[Path, typer.Argument(metavar="DIR", help="Top folder of a repository with tests.")],
    to: Annotated[Path, typer.Option("--to", help="Folder of the new pack.")],
    count: Annotated[int, typer.Option(min=1, max=1000, help="Samples to choose.")] = 20,
    tries: Annotated[int | None, typer.Option(min=1, help="Functions on trial; three for each sample if not given.")] = None,
    tool: Annotated[str | None, typer.Option(help=f"One of {', '.join(LANGUAGES)}; found out if not given.")] = None,
    build: Annotated[str | None, typer.Option(help="Shell text that installs what the tests need.")] = None,
    args: Annotated[str | None, typer.Option(help="Arguments of pytest or Maven.")] = None,
    test: Annotated[list[str] | None, typer.Option(metavar="NAME=COMMAND", help="A test of make; may be given again.")] = None,
    jdk: Annotated[str | None, typer.Option(help="17, 21 or 25, for Maven.")] = None,
    repeat: Annotated[int, typer.Option(min=1, max=100, help="How often baseline, gold and stub are run.")] = 5,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Propose a benchmark from a repository: functions whose absence its tests notice, proven and ready to score."""
    require_folder(root)
    tool = _known(tool or detect_tool(root))
    options = options_for(root, tool, args, test or ())
    refuse_finished(to)
    make_folder(to)
    wish = Wish(root=root, to=to, count=count, tries=tries or TRIES_PER_SAMPLE * count, repeat=repeat, tool=tool,
                test=options, build=build, jdk=jdk)
    with ends_at_once():
        ready_folders(settings())
        ready_rooms(settings(), [TOOLS[tool].runtime])
        proposal = propose(settings(), wish, say)
    if json:
        print_json(_document(proposal))
    else:
        _print(proposal)
    raise typer.Exit(OK if any(one.is_sample for one in proposal.tried) else INCOMPLETE)


def _known(tool: str) -> str:
    if tool not in LANGUAGES:
        raise UsageFault(f"there is no tool {tool!r}", mend=f"choose one of {', '.join(LANGUAGES)}{meant(tool, LANGUAGES)}")
    return tool


def _document(proposal: Proposal) -> dict[str, Any]:
    return {**asdict(proposal), "pack": str(proposal.pack), "samples": sum(one.is_sample for one in proposal.tried)}


def _print(proposal: Proposal) -> None:
    print_table(table_of(proposal), table_of(proposal, stacked=True))
    for line in lines_below(proposal):
        print(line)


def table_of(proposal: Proposal, *, stacked: bool = False) -> Table:
    """A row for each function on trial. `stacked`: its file stands below its name, for narrow terminals."""
    names = ("", "function", *(() if stacked else ("file",)), "lines", "noticed by")
    table = Table(*(Column(name, overflow="fold") for name in names), show_lines=stacked)
    for one in proposal.tried:
        by = one.word or f"{one.noticed_by} of {proposal.tests} tests"
        name = [f"{plain(one.name)}\n{plain(one.file)}"] if stacked else [plain(one.name), plain(one.file)]
        table.add_row("●" if one.is_sample else "", *name, str(one.lines), plain(by))
    return table


def lines_below(proposal: Proposal) -> Iterator[str]:
    """What stands below the table: why functions are no samples, where a word does not say it, and what comes next."""
    yield from (f"left out: {plain(one.id)}: {plain(one.reason)}" for one in proposal.tried if one.reason and one.needs_words)
    yield from unstable_lines({proposal.environment: proposal.unstable})
    samples = sum(one.is_sample for one in proposal.tried)
    them = f"{counted(samples, 'sample')} of {counted(len(proposal.tried), 'function')} on trial, {proposal.functions} in all"
    if not samples:
        yield f"{them}: there is no pack of none. More functions go on trial by --tries."
        return
    yield f"{them}, in {proposal.pack}"
    yield f"Score answers with: ./assay score ANSWERS.zip --benchmark {proposal.pack}"
