"""Bringing a database to the newest schema."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from adapters.db.engine import Database
from adapters.settings import ROOT

LOCK = 4_270_001  # any number: Postgres holds off a second migration that runs at the same time


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(ROOT / "migrations"))
    return made


def migrate(db: Database) -> None:
    """Upgrades to head; does nothing when it is there. Two processes at once are safe on both databases."""
    if current(db) == head():
        return
    with db.write() as connection:
        if not db.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")


def current(db: Database) -> str | None:
    with db.read() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def head() -> str:
    return ScriptDirectory.from_config(config()).get_current_head()
