"""Bringing a database to the newest schema."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from adapters.db.engine import Database
from adapters.settings import ROOT
from scoring.errors import HostLacks

LOCK = 4_270_001  # any number: Postgres holds off a second migration that runs at the same time


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(ROOT / "migrations"))
    return made


def migrate(db: Database) -> None:
    """Upgrades to head; does nothing when it is there. Two processes at once are safe on both databases.

    Raises HostLacks where the schema is of a version that this one does not know, such as a newer one.
    """
    found = current(db)
    if found == head():
        return
    known = {one.revision for one in ScriptDirectory.from_config(config()).walk_revisions()}
    if found not in (None, *known):
        raise HostLacks(f"the database has the schema of another version of Assay ({found}; this one knows up to {head()})",
                        mend="run that version, or name another place: ASSAY_HOME, or ASSAY_DATABASE_URL where that is set")
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
