"""./assay token create|list|revoke"""

import time
from datetime import UTC, datetime
from typing import Annotated

import typer

from adapters.db import tokens
from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import settings
from scoring.errors import UsageFault

app = typer.Typer(help="Bearer tokens of this service.", no_args_is_help=True)
ROLES = ("member", "admin")


def _database() -> Database:
    db = Database(settings().resolved_database_url(), patience=10)
    migrate(db)
    return db


@app.command()
def create(name: Annotated[str, typer.Option(help="Who or what will use it.")],
           role: Annotated[str, typer.Option(help="member: sees its own jobs; admin: sees all.")] = "member") -> None:
    """Make a token and print it: it is shown this once."""
    if role not in ROLES:
        raise UsageFault(f"there is no role {role!r}", mend=f"choose one of {', '.join(ROLES)}")
    print(_database().transact(lambda connection: tokens.create(connection, name=name, role=role, now=time.time())))


@app.command("list")
def list_tokens() -> None:
    """Names, roles and ages; never a token itself."""
    for row in _database().query(tokens.listing):
        made = datetime.fromtimestamp(row["created_at"], UTC).strftime("%Y-%m-%d %H:%M")
        print(f"{row['name']}\t{row['role']}\t{made}\t{'revoked' if row['revoked_at'] else 'live'}")


@app.command()
def revoke(name: Annotated[str, typer.Option()]) -> None:
    """End a token at once."""
    _database().transact(lambda connection: tokens.revoke(connection, name=name, now=time.time()))
