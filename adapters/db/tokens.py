"""Bearer tokens: shown once, stored as a hash."""

import hashlib
import secrets
import uuid
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from adapters.db.tables import tokens
from scoring.errors import Conflict, NotFound

PREFIX = "assay_"


@dataclass(frozen=True)
class Caller:
    """Who is asking. An `admin` sees every job; a `member` only what its own token made."""

    token_id: str | None
    name: str
    role: str

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"


def create(connection: Connection, *, name: str, role: str, now: float) -> str:
    """Makes a token and returns its only plain copy. Raises Conflict when a live token has this name."""
    taken = select(tokens.c.id).where(tokens.c.name == name, tokens.c.revoked_at.is_(None))
    if connection.execute(taken).first():
        raise Conflict(f"a token named {name!r} exists", mend="choose another name, or revoke the old one first")
    plain = PREFIX + secrets.token_urlsafe(32)
    connection.execute(insert(tokens).values(
        id=uuid.uuid4().hex, name=name, role=role, hash=hash_of(plain), created_at=now,
    ))
    return plain


def hash_of(plain: str) -> str:
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def find(connection: Connection, plain: str) -> Caller | None:
    row = connection.execute(
        select(tokens.c.id, tokens.c.name, tokens.c.role)
        .where(tokens.c.hash == hash_of(plain), tokens.c.revoked_at.is_(None))
    ).first()
    return Caller(row.id, row.name, row.role) if row else None


def listing(connection: Connection) -> list[dict]:
    columns = (tokens.c.name, tokens.c.role, tokens.c.created_at, tokens.c.revoked_at)
    return [dict(row._mapping) for row in connection.execute(select(*columns).order_by(tokens.c.created_at))]


def revoke(connection: Connection, *, name: str, now: float) -> None:
    """Raises NotFound when no live token has this name."""
    changed = connection.execute(
        update(tokens).where(tokens.c.name == name, tokens.c.revoked_at.is_(None)).values(revoked_at=now)
    ).rowcount
    if not changed:
        raise NotFound(f"no live token is named {name!r}", mend="`assay token list` shows them")
