"""Tables whose cells are names: what is cut in two can be neither read nor searched for."""

from rich.console import Console
from rich.table import Table

WIDEST = 1000


def print_table(*tables: Table, console: Console | None = None) -> None:
    """The first of these forms of one table that the terminal has room for, or the last. Into a file or pipe, which has no
    width, goes the first as wide as it wants to be."""
    console = console or Console()
    wide = console.options.update(max_width=WIDEST)
    wants = [console.measure(table, options=wide).maximum for table in tables]
    if not console.is_terminal:
        console.width = max(console.width, wants[0])
    console.print(next((table for table, width in zip(tables, wants, strict=True) if width <= console.width), tables[-1]))
