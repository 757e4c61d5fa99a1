"""The server's store: tables, their records line by line, and who sits where. SQLAlchemy, any database.

The record of a table is the truth of its game. Every change carries the version of the table that it
answers, and is one transaction: it lands whole and once, or is refused as stale.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ForeignKey, String, Text, delete, event, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

MIGRATIONS = Path(__file__).parent / "migrations"


class Base(DeclarativeBase):
    """All tables of the database."""


class TableRow(Base):
    """One table: its header and settings. `version` counts every change, undos included."""

    __tablename__ = "tables"
    code: Mapped[str] = mapped_column(String(16), primary_key=True)
    header: Mapped[str] = mapped_column(Text)
    settings: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(default=0)
    status: Mapped[str] = mapped_column(String(8), default="open", index=True)
    listed: Mapped[bool] = mapped_column(default=False, index=True)
    created: Mapped[str] = mapped_column(String(32))


class EventRow(Base):
    """One line of a table's record, counted from 1."""

    __tablename__ = "events"
    table: Mapped[str] = mapped_column(ForeignKey("tables.code"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[str] = mapped_column(Text)


class SeatRow(Base):
    """A seat: a person (by the secret of the cookie, hashed), a computer player, a program, or open."""

    __tablename__ = "seats"
    table: Mapped[str] = mapped_column(ForeignKey("tables.code"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    holder: Mapped[str | None] = mapped_column(String(64), index=True)
    name: Mapped[str] = mapped_column(String(40))
    level: Mapped[str] = mapped_column(String(8), default="2")


class OpeningRow(Base):
    """The opening of a deal's commitment: secret until the game is over."""

    __tablename__ = "openings"
    table: Mapped[str] = mapped_column(ForeignKey("tables.code"), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True)
    opening: Mapped[str] = mapped_column(Text)


class LinkRow(Base):
    """A one-time link that moves a seat to another device (the secret is stored hashed)."""

    __tablename__ = "links"
    secret: Mapped[str] = mapped_column(String(64), primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.code"))
    seat: Mapped[int]
    expires: Mapped[str] = mapped_column(String(32))


class SheetRow(Base):
    """A score sheet for people with real cards, kept by its link."""

    __tablename__ = "sheets"
    code: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(16))
    data: Mapped[str] = mapped_column(Text)


class KeyRow(Base):
    """The server's own secrets, made at the first start."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    value: Mapped[str] = mapped_column(String(128))


class Stale(Exception):
    """The table has moved on since the version that a change answers."""


@dataclass(frozen=True)
class StoredSeat:
    """A seat as stored."""

    number: int
    kind: str
    holder: str | None
    name: str
    level: str


@dataclass(frozen=True)
class StoredTable:
    """A table as stored, with its record's events."""

    code: str
    header: dict[str, Any]
    settings: dict[str, Any]
    version: int
    status: str
    listed: bool
    created: str
    seats: tuple[StoredSeat, ...]
    events: tuple[str, ...]


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        """Open it by an SQLAlchemy URL, such as `sqlite+aiosqlite:///messdeck.db`."""
        self.url = url
        self.engine: AsyncEngine = create_async_engine(url)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _tune_sqlite)
        self._writing = asyncio.Lock()

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. One at a time, in order: SQLite has one writer, and lets others poll."""
        async with self._writing, self.engine.begin() as connection:
            yield connection

    async def migrate(self) -> None:
        """Bring the tables to the newest version (Alembic)."""
        async with self._write() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    async def key(self, name: str) -> str:
        """A secret of the server, made when first asked for."""
        async with self._write() as connection:
            found = await connection.scalar(select(KeyRow.value).where(KeyRow.name == name))
            if found is None:
                found = secrets.token_urlsafe(48)
                await connection.execute(insert(KeyRow).values(name=name, value=found))
            return str(found)

    # -- tables ------------------------------------------------------------------------------------------
    async def add_table(
        self,
        code: str,
        header: Mapping[str, Any],
        settings: Mapping[str, Any],
        seats: Sequence[StoredSeat],
        listed: bool,
        events: Sequence[str] = (),
    ) -> None:
        """A new table; `events` when it goes on from another record."""
        async with self._write() as connection:
            row = {"code": code, "header": _dump(header), "settings": _dump(settings), "listed": listed}
            row |= {"created": now(), "version": len(events), "status": "open"}
            await connection.execute(insert(TableRow).values(**row))
            await connection.execute(insert(SeatRow), [{"table": code, **vars(seat)} for seat in seats])
            if events:
                await _add_lines(connection, code, 1, events)

    async def load(self, code: str) -> StoredTable | None:
        """A table with its seats and events, or None."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(TableRow.__table__).where(TableRow.code == code))).first()
            if row is None:
                return None
            query = select(SeatRow.__table__).where(SeatRow.table == code).order_by(SeatRow.number)
            seats = (await connection.execute(query)).mappings()
            stored = [StoredSeat(*(seat[key] for key in _SEAT)) for seat in seats]
            lines = select(EventRow.line).where(EventRow.table == code).order_by(EventRow.number)
            events = tuple((await connection.scalars(lines)).all())
        header, settings = json.loads(row.header), json.loads(row.settings)
        place = (row.version, row.status, row.listed, row.created, tuple(stored), events)
        return StoredTable(row.code, header, settings, *place)

    async def append(
        self,
        code: str,
        version: int,
        first: int,
        lines: Sequence[str],
        status: str = "playing",
        instead: bool = False,
    ) -> None:
        """Add lines to a record as events `first` and on; for an undo, `instead` of those that stand there.

        All of it or nothing: raises Stale if the table is not at `version` any more.
        """
        async with self._write() as connection:
            await _step_version(connection, code, version, status=status)
            if instead:
                later = (EventRow.table == code, EventRow.number >= first)
                await connection.execute(delete(EventRow).where(*later))
            await _add_lines(connection, code, first, lines)

    async def keep_opening(self, code: str, deal: int, opening: str) -> None:
        """Keep the opening of a deal before its commitment is published, or with entropy added to it."""
        async with self._write() as connection:
            same = (OpeningRow.table == code, OpeningRow.deal == deal)
            await connection.execute(delete(OpeningRow).where(*same))
            await connection.execute(insert(OpeningRow).values(table=code, deal=deal, opening=opening))

    async def openings(self, code: str) -> dict[int, str]:
        """The openings of a table's deals."""
        query = select(OpeningRow.deal, OpeningRow.opening).where(OpeningRow.table == code)
        async with self.engine.connect() as connection:
            return dict((await connection.execute(query)).tuples().all())

    async def seat(self, code: str, version: int, seat: StoredSeat, was: str | None) -> None:
        """Give a seat to somebody, if its holder still is `was`. Errors: Stale."""
        async with self._write() as connection:
            await _step_version(connection, code, version)
            held = SeatRow.holder.is_(None) if was is None else SeatRow.holder == was
            query = update(SeatRow).where(SeatRow.table == code, SeatRow.number == seat.number, held)
            result = await connection.execute(query.values({key: getattr(seat, key) for key in _SEAT}))
            if result.rowcount != 1:
                raise Stale(code)

    async def listing(self, limit: int = 50) -> list[str]:
        """The codes of open tables in the lobby, newest first."""
        query = select(TableRow.code).where(TableRow.listed, TableRow.status == "open")
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query.order_by(TableRow.created.desc()).limit(limit)))

    async def tables_of(self, holder: str, limit: int = 60) -> list[str]:
        """The codes of the tables where somebody holds a seat, newest first."""
        query = select(TableRow.code).join(SeatRow, SeatRow.table == TableRow.code)
        query = query.where(SeatRow.holder == holder).distinct().order_by(TableRow.created.desc())
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query.add_columns(TableRow.created).limit(limit)))

    async def unfinished(self) -> list[str]:
        """The codes of the games under way, to be taken up again after a restart."""
        async with self.engine.connect() as connection:
            return list(await connection.scalars(select(TableRow.code).where(TableRow.status == "playing")))

    # -- links and sheets --------------------------------------------------------------------------------
    async def add_link(self, secret: str, code: str, seat: int, expires: str) -> None:
        """Keep a one-time link."""
        async with self._write() as connection:
            row = {"secret": secret, "table": code, "seat": seat, "expires": expires}
            await connection.execute(insert(LinkRow).values(**row))

    async def use_link(self, secret: str) -> tuple[str, int] | None:
        """The table and seat of a link, which is used up by this; None if there is none (any more)."""
        async with self._write() as connection:
            query = delete(LinkRow).where(LinkRow.secret == secret, LinkRow.expires > now())
            found = (await connection.execute(query.returning(LinkRow.table, LinkRow.seat))).first()
            return None if found is None else (found[0], found[1])

    async def save_sheet(self, code: str, game: str, data: Mapping[str, Any]) -> None:
        """Keep a score sheet, over an older state of it."""
        async with self._write() as connection:
            await connection.execute(delete(SheetRow).where(SheetRow.code == code))
            await connection.execute(insert(SheetRow).values(code=code, game=game, data=_dump(data)))

    async def load_sheet(self, code: str) -> tuple[str, dict[str, Any]] | None:
        """The game and data of a score sheet, or None."""
        query = select(SheetRow.game, SheetRow.data).where(SheetRow.code == code)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else (found[0], json.loads(found[1]))


_SEAT = ("number", "kind", "holder", "name", "level")


async def _step_version(connection: AsyncConnection, code: str, version: int, **values: Any) -> None:
    """The compare-and-set that every change goes through."""
    query = update(TableRow).where(TableRow.code == code, TableRow.version == version)
    result = await connection.execute(query.values(version=version + 1, **values))
    if result.rowcount != 1:
        raise Stale(code)


async def _add_lines(connection: AsyncConnection, code: str, first: int, lines: Sequence[str]) -> None:
    rows = [{"table": code, "number": number, "line": line} for number, line in enumerate(lines, first)]
    await connection.execute(insert(EventRow), rows)


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def now() -> str:
    """The time as text that sorts (UTC, ISO 8601)."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _tune_sqlite(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(connection: Any) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
