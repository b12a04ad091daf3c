"""./assay benchmark build|clean: the environments of repository tasks."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table

from adapters.benchmarks import load_pack
from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import Settings, settings
from cli.cancelling import ends_at_once
from cli.environments.building import Options, build_pack, groups_of, runtimes_to_build
from cli.environments.collecting import packs_with_locks, remove_images, remove_stray_builds, unlocked_images
from cli.environments.making import FAILED, Made
from cli.exits import INCOMPLETE, OK
from cli.host.engine import ensure_engine
from cli.machine import ready_folders, ready_sandboxes, say
from cli.output import print_json
from cli.packs import pack_folder
from cli.render.excerpt import indented
from cli.render.text import plain
from cli.render.unstable import unstable_lines
from cli.render.wide import print_table
from scoring.counting import counted


def build(
    benchmark: Annotated[str, typer.Argument(help="Name of a pack, or its folder.")],
    repeat: Annotated[int, typer.Option(min=1, max=100, help="How often baseline, gold and stub are run.")] = 5,
    only: Annotated[list[str] | None, typer.Option("--only", help="Build this environment; may be given again.")] = None,
    update: Annotated[bool, typer.Option("--update", help="Take environments that come out other than locked.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Build the environments of a pack, prove its samples, write its lock. What holds already is kept."""
    folder = pack_folder(settings(), benchmark)
    with ends_at_once():
        made = build_ready(settings(), folder, Options(repeat, frozenset(only or ()), update))
    pack = load_pack(folder)
    disk = round(sum(one.disk_mib or 0 for one in made), 1)
    if json:
        print_json({"benchmark": pack.name, "version": pack.version, "digest": pack.digest, "disk_mib": disk,
                    "environments": [asdict(one) for one in made]})
    else:
        _print_made(made, disk)
    raise typer.Exit(INCOMPLETE if any(one.state == FAILED or one.quarantined for one in made) else OK)


def build_ready(config: Settings, folder: Path, options: Options = Options()) -> list[Made]:  # noqa: B008 - it is frozen
    """`build_pack` on a machine that is made ready for it first."""
    ready_folders(config)
    ready_rooms(config, runtimes_to_build(groups_of(folder, load_pack(folder, locked=False))))
    return build_pack(folder, config, options, say)


def ready_rooms(config: Settings, runtimes: list[str]) -> None:
    """The rooms' images on this machine, each with a self-test that it has passed. Raises HostLacks."""
    db = Database(config.resolved_database_url())
    try:
        migrate(db)
        ready_sandboxes(config, db, runtimes)
    finally:
        db.close()


def _print_made(made: list[Made], disk: float) -> None:
    print_table(made_table(made))
    for line in (*quarantined_lines(made), *unstable_lines({one.name: one.unstable for one in made})):
        print(line)
    for mend in dict.fromkeys(one.mend for one in made if one.mend):
        print(f"  mend: {mend}")
    print(f"{disk} MiB of disk beside the images of the rooms")


def made_table(made: list[Made]) -> Table:
    """A row for each environment. Its name, which the next command may ask for, gets what 80 columns leave."""
    names = ("environment", "state", "stable tests", "proven", "time", "MiB")
    table = Table(*(Column(name, overflow="fold", no_wrap=name != "environment") for name in names))
    for one in made:
        proven = f"{one.samples - len(one.quarantined)} of {one.samples}"
        table.add_row(one.name, one.state, f"{one.stable} of {one.tests}", proven, f"{one.seconds:.0f} s",
                      "" if one.disk_mib is None else f"{one.disk_mib:.1f}")
    return table


def quarantined_lines(made: list[Made]) -> Iterator[str]:
    """A line for each quarantined sample; one for all samples of an environment that could not be built."""
    for one in made:
        if one.state == FAILED:
            them = f"{'all ' if one.samples > 1 else ''}{counted(one.samples, 'sample')}"
            yield f"quarantined: {them} of {one.name}: {one.reason}"
        else:
            yield from (f"quarantined: {sample}: {plain(reason)}{indented(one.logs.get(sample, ''))}"
                        for sample, reason in one.quarantined.items())


def clean(
    benchmarks: Annotated[list[str] | None, typer.Argument(help="Packs, beside the offered, whose images stay.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go, and remove nothing.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Remove environment images that no lock of the offered packs (and of those named) has, also those of packs elsewhere."""
    ensure_engine(say)
    packs = packs_with_locks(settings().benchmarks, [pack_folder(settings(), name) for name in benchmarks or ()])
    going = unlocked_images(packs)
    in_use = [] if dry_run else remove_images(going)
    strays = 0 if dry_run else remove_stray_builds()
    if json:
        print_json({"removed": [] if dry_run else [one.reference for one in going if one.reference not in in_use],
                    "would_remove": [one.reference for one in going] if dry_run else [], "in_use": in_use, "strays": strays})
        return
    for image in going:
        state = "would be removed" if dry_run else "is in use and stays" if image.reference in in_use else "removed"
        print(f"{image.reference} {state} ({image.mib:.0f} MiB with its room)")
    end = "" if dry_run else f", {counted(strays, 'container')} of dead builds"
    print(f"{counted(len(going), 'environment image')} in no lock of the {counted(len(packs), 'pack')} looked at{end}")
    if going:
        print(of_packs_elsewhere(settings().benchmarks, dry_run=dry_run))


def of_packs_elsewhere(offered: Path, *, dry_run: bool) -> str:
    """"Without a lock" was read as nobody's, and took the environments of every pack outside of the offered ones."""
    looked = f"Looked at are the packs in {offered} and those named; images of packs that lie elsewhere"
    if dry_run:
        return f"{looked} would go too. Name these packs as well, so that theirs stay."
    return f"{looked} went too: ./assay benchmark build makes them again."
