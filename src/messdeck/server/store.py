"""The server's store: tables, their records line by line, and who sits where. SQLAlchemy, any database.

The record of a table is the truth of its game. Every change carries the version of the table that it
answers, and is one transaction: it lands whole and once, or is refused as stale.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    ForeignKey,
    String,
    Text,
    create_engine,
    delete,
    event,
    exists,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

MIGRATIONS = Path(__file__).parent / "migrations"
T = TypeVar("T")


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
    level: Mapped[str] = mapped_column(String(8))


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
        self._writer: Engine | None = None
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _tune_sqlite)
            if make_url(url).database not in (None, "", ":memory:"):
                self._writer = create_engine(make_url(url).set(drivername="sqlite"))
                event.listen(self._writer, "connect", _tune_sqlite)
        self._thread = ThreadPoolExecutor(1, "messdeck-writer")

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that writes. SQLite has one writer and lets others poll, so they run in order in
        one thread; each as a whole, since a hand-over between threads costs more than a statement."""
        if self._writer is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self._thread, _transact, self._writer, work)

    async def migrate(self) -> None:
        """Bring the tables to the newest version (Alembic)."""
        await self._write(_upgrade)

    async def close(self) -> None:
        """Close every connection."""
        self._thread.shutdown()
        if self._writer is not None:
            self._writer.dispose()
        await self.engine.dispose()

    async def key(self, name: str) -> str:
        """A secret of the server, made when first asked for."""

        def work(connection: Connection) -> str:
            found = connection.scalar(select(KeyRow.value).where(KeyRow.name == name))
            if found is None:
                found = secrets.token_urlsafe(48)
                connection.execute(insert(KeyRow).values(name=name, value=found))
            return str(found)

        return await self._write(work)

    # -- tables ------------------------------------------------------------------------------------------
    async def add_table(
        self,
        code: str,
        header: Mapping[str, Any],
        settings: Mapping[str, Any],
        seats: Sequence[StoredSeat],
        listed: bool,
        events: Sequence[str] = (),
        after: str | None = None,
    ) -> str:
        """A new table; `events` when it goes on from another record. Returns its code: the one it already has
        if it is the rematch `after` a table that has one."""

        def work(connection: Connection) -> str:
            if after is not None and (found := _rematch(connection, after, code)) != code:
                return found
            row = {"code": code, "header": _dump(header), "settings": _dump(settings), "listed": listed}
            row |= {"created": now(), "version": len(events), "status": "open"}
            connection.execute(insert(TableRow).values(**row))
            connection.execute(insert(SeatRow), [{"table": code, **vars(seat)} for seat in seats])
            if events:
                _add_lines(connection, code, 1, events)
            return code

        return await self._write(work)

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
        header: Mapping[str, Any] | None = None,
    ) -> None:
        """Add lines to a record as events `first` and on; with `header`, the record gets it anew.

        All of it or nothing: raises Stale if the table is not at `version` any more.
        """
        changed = {"status": status} if header is None else {"status": status, "header": _dump(header)}

        def work(connection: Connection) -> None:
            _step_version(connection, code, version, **changed)
            _add_lines(connection, code, first, lines)

        await self._write(work)

    async def take_back(self, code: str, version: int, length: int, lines: Sequence[str], deals: int) -> None:
        """Cut a record to `length` events, and write lines behind them. What was promised beyond its `deals`
        is forgotten. All of it or nothing: raises Stale if the table is not at `version` any more."""

        def work(connection: Connection) -> None:
            _step_version(connection, code, version)
            later = (EventRow.table == code, EventRow.number > length)
            connection.execute(delete(EventRow).where(*later))
            promised = (OpeningRow.table == code, OpeningRow.deal > deals)
            connection.execute(delete(OpeningRow).where(*promised))
            _add_lines(connection, code, length + 1, lines)

        await self._write(work)

    async def version(self, code: str) -> int | None:
        """The version of a table, or None."""
        query = select(TableRow.version).where(TableRow.code == code)
        async with self.engine.connect() as connection:
            found: int | None = await connection.scalar(query)
            return found

    async def keep_opening(self, code: str, deal: int, opening: str) -> None:
        """Keep the opening of a deal before its commitment is published, or with entropy added to it."""

        def work(connection: Connection) -> None:
            same = (OpeningRow.table == code, OpeningRow.deal == deal)
            connection.execute(delete(OpeningRow).where(*same))
            connection.execute(insert(OpeningRow).values(table=code, deal=deal, opening=opening))

        await self._write(work)

    async def openings(self, code: str) -> dict[int, str]:
        """The openings of a table's deals."""
        query = select(OpeningRow.deal, OpeningRow.opening).where(OpeningRow.table == code)
        async with self.engine.connect() as connection:
            return {row.deal: row.opening for row in await connection.execute(query)}

    async def seat(self, code: str, version: int, seat: StoredSeat, was: str | None) -> None:
        """Give a seat to somebody, if its holder still is `was`. Errors: Stale."""

        def work(connection: Connection) -> None:
            _step_version(connection, code, version)
            held = SeatRow.holder.is_(None) if was is None else SeatRow.holder == was
            query = update(SeatRow).where(SeatRow.table == code, SeatRow.number == seat.number, held)
            result = connection.execute(query.values({key: getattr(seat, key) for key in _SEAT}))
            if result.rowcount != 1:
                raise Stale(code)

        await self._write(work)

    async def listing(self, limit: int = 50) -> list[str]:
        """The codes of the tables in the lobby that wait for somebody, newest first."""
        query = select(TableRow.code).where(TableRow.listed, TableRow.status == "open", _waits())
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
        query = select(TableRow.code).where(TableRow.status != "over", ~_waits())
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    # -- links and sheets --------------------------------------------------------------------------------
    async def add_link(self, secret: str, code: str, seat: int, expires: str) -> None:
        """Keep a one-time link."""

        def work(connection: Connection) -> None:
            row = {"secret": secret, "table": code, "seat": seat, "expires": expires}
            connection.execute(insert(LinkRow).values(**row))

        await self._write(work)

    async def use_link(self, secret: str) -> tuple[str, int] | None:
        """The table and seat of a link, which is used up by this, as is every other link to that seat; None
        if there is none (any more)."""

        def work(connection: Connection) -> tuple[str, int] | None:
            connection.execute(delete(LinkRow).where(LinkRow.expires <= now()))
            query = delete(LinkRow).where(LinkRow.secret == secret)
            found = connection.execute(query.returning(LinkRow.table, LinkRow.seat)).first()
            if found is None:
                return None
            same = (LinkRow.table == found[0], LinkRow.seat == found[1])
            connection.execute(delete(LinkRow).where(*same))
            return found[0], found[1]

        return await self._write(work)

    async def save_sheet(self, code: str, game: str, data: Mapping[str, Any]) -> None:
        """Keep a score sheet, over an older state of it."""

        def work(connection: Connection) -> None:
            connection.execute(delete(SheetRow).where(SheetRow.code == code))
            connection.execute(insert(SheetRow).values(code=code, game=game, data=_dump(data)))

        await self._write(work)

    async def load_sheet(self, code: str) -> tuple[str, dict[str, Any]] | None:
        """The game and data of a score sheet, or None."""
        query = select(SheetRow.game, SheetRow.data).where(SheetRow.code == code)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else (found[0], json.loads(found[1]))


_SEAT = ("number", "kind", "holder", "name", "level")


def _transact(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _step_version(connection: Connection, code: str, version: int, **values: Any) -> None:
    """The compare-and-set that every change goes through."""
    query = update(TableRow).where(TableRow.code == code, TableRow.version == version)
    result = connection.execute(query.values(version=version + 1, **values))
    if result.rowcount != 1:
        raise Stale(code)


def _rematch(connection: Connection, code: str, wanted: str) -> str:
    """The table of the rematch after a table: `wanted`, unless there is one."""
    query = select(TableRow.settings).where(TableRow.code == code)
    settings = json.loads(str(connection.scalar(query)))
    found: str = settings.setdefault("again", wanted)
    if found == wanted:
        changed = update(TableRow).where(TableRow.code == code)
        connection.execute(changed.values(settings=_dump(settings)))
    return found


def _waits() -> Any:
    """Whether a table has an open seat (a condition)."""
    return exists().where(SeatRow.table == TableRow.code, SeatRow.kind == "open")


def _add_lines(connection: Connection, code: str, first: int, lines: Sequence[str]) -> None:
    rows = [{"table": code, "number": number, "line": line} for number, line in enumerate(lines, first)]
    connection.execute(insert(EventRow), rows)


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
