"""Names in tables are whole, on a terminal of 80 columns and in a file."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from cli.commands.environments import made_table
from cli.commands.from_repo import table_of
from cli.environments.making import FAILED, READY, Made
from cli.proposing.proposing import Proposal, Tried
from cli.render.wide import print_table

ENVIRONMENT = "project-1f0c2a9be771"
LONG = "a-name-of-an-environment-that-no-terminal-of-eighty-columns-has-room-for-1f0c2a9be771"
NAME, FILE = "Planner.schedule_all_of_them", "src/planner/of/a/package/schedule.py"


def printed(*tables, terminal: bool = True) -> str:
    out = io.StringIO()
    print_table(*tables, console=Console(file=out, width=80, force_terminal=terminal, color_system=None))
    return out.getvalue()


def made(name: str) -> Made:
    return Made(name, READY, tests=1234, stable=1230, samples=100, quarantined={"T/1": "flaky"}, seconds=3599, disk_mib=331.5)


def test_a_build_fits_into_80_columns():
    """The header read "quarantine" and, a line below it, "d"."""
    said = printed(made_table([made(ENVIRONMENT), Made(ENVIRONMENT, FAILED, samples=1)]))
    assert all(word in said for word in (ENVIRONMENT, "stable tests", "1230 of 1234", "99 of 100", "3599 s", "331.5"))
    assert max(map(len, said.splitlines())) <= 80


def test_into_a_file_every_name_goes_whole():
    assert LONG in printed(made_table([made(LONG)]), terminal=False)


@pytest.mark.parametrize(("name", "file", "stacked"), [("f", "m.py", False), (NAME, FILE, True)])
def test_a_function_and_its_file_stand_below_each_other_where_they_have_no_room_side_by_side(name, file, stacked):
    proposal = Proposal(Path("p"), "e", "pytest", "python", 1, 1234, 1.0, None, {}, [Tried("id", name, file, 12, 999, True)])
    said = printed(table_of(proposal), table_of(proposal, stacked=True))
    assert name in said and file in said and "999 of 1234 tests" in said
    assert any(name in line and file in line for line in said.splitlines()) != stacked
