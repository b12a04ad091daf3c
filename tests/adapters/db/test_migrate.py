"""Upgrading a database that is in use: its rows stay, on both databases."""

import pytest
from alembic import command
from sqlalchemy import MetaData, insert, select, text

from adapters.db.engine import Database
from adapters.db.migrate import config, current, head, migrate
from scoring.errors import HostLacks
from tests.conftest import fresh_postgres


@pytest.fixture(params=["sqlite", "postgres"])
def first_schema(request, tmp_path):
    """A database as the first release made it."""
    if request.param == "sqlite":
        made = Database(f"sqlite:///{tmp_path / 'assay.db'}")
    else:
        made = fresh_postgres(request.getfixturevalue("postgres"))
    with made.write() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0001")
    yield made
    made.close()


def row(table, **given):
    """A row of the table: the given values, and something for each other column that must have one."""
    made = {column.name: _anything(column) for column in table.columns
            if not column.nullable and column.server_default is None and column.autoincrement is not True}
    return {**made, **given}


def _anything(column):
    kind = column.type.python_type
    return {"x": 1} if kind in (dict, list) else kind(1) if kind in (int, float, bool) else b"" if kind is bytes else "x"


def test_an_upgrade_keeps_jobs_and_what_points_at_them(first_schema):
    """The upgrade once made the table of jobs anew, which attempts that point at it forbade: a home with one finished job
    could not be opened any more."""
    tables = MetaData()
    with first_schema.write() as connection:
        tables.reflect(connection)
        for name, given in (("submissions", {"id": "s"}), ("jobs", {"id": "j", "submission_id": "s"}),
                            ("attempts", {"id": 1, "job_id": "j"})):
            table = tables.tables[name]
            connection.execute(insert(table).values(row(table, **given)))
    migrate(first_schema)
    assert current(first_schema) == head()
    with first_schema.read() as connection:
        kept = [connection.execute(select(tables.tables[name].c.id)).scalars().all() for name in ("jobs", "attempts")]
    assert kept == [["j"], [1]]


def test_a_database_of_a_newer_version_is_refused_in_words(first_schema):
    with first_schema.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(HostLacks, match="9999") as refused:
        migrate(first_schema)
    assert "ASSAY_HOME" in refused.value.mend
    assert current(first_schema) == "9999"
