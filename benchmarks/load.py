"""The web table under load: a server of its own on loopback, a temporary database, people and computers.

    python benchmarks/load.py [--seconds 20] [--tables 50] [--computer-tables 200] [--only a] [--json]

(a) At 50 tables two people play Voormsi with two computer players, each watching the table's own stream as a
browser does: how long from the start of a post until the other person has the frame that shows it.
(b) At 200 tables four computer players of level 2 play, spectators watch some of them, and people go on
posting at ten other tables: do the tables keep their pace, and how long does a post take?

Standard library only on this side, so that the client costs little; client and server share the machine. The
server's limits on posts are lifted. `benchmarks/locustfile.py` is the same people over HTTP for locust.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

PACE = 1.0
PEOPLE_TABLES = 20
SPECTATORS = 20
TARGETS = {"a_median_ms": 150.0, "b_p99_ms": 100.0}


# -- the server ------------------------------------------------------------------------------------------
def serve(database: str, workers: int) -> None:
    """Be the server, without its limits on posts."""
    from messdeck.server.run import Address, run
    from messdeck.server.settings import Settings

    most = 1_000_000_000
    url = f"sqlite+aiosqlite:///{database}"
    settings = Settings(database=url, workers=workers, posts_per_minute=most, new_tables_per_hour=most)
    with contextlib.suppress(KeyboardInterrupt):
        run(settings, Address("127.0.0.1", 0), lambda key, **args: args["url"], False)


@contextlib.asynccontextmanager
async def server(folder: str, workers: int) -> AsyncIterator[Site]:
    """A server process on a free port, ended afterwards."""
    database = os.path.join(folder, "load.db")
    command = [sys.executable, str(Path(__file__).resolve()), "--serve", database, "--workers", str(workers)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        url = (await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip()
        port = urlsplit(url).port
        assert port is not None, "the server did not start"
        site = Site(port, database, process.pid)
        for _ in range(100):
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await site.call("GET", "/")
                break
            await asyncio.sleep(0.1)
        yield site
    finally:
        process.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            process.kill()
            await process.wait()


# -- a small client --------------------------------------------------------------------------------------
@dataclass
class Site:
    """Where the server listens, and its database, which is only counted."""

    port: int
    database: str
    process: int

    def cpu(self) -> float:
        """CPU seconds that the server's own process has used; 0 where nobody tells."""
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def head(self, method: str, path: str, token: str, more: str = "") -> bytes:
        """The head of a request such as a browser of this site would send."""
        cookie = f"Cookie: messdeck={token}\r\nAuthorization: Bearer {token}\r\n" if token else ""
        host = f"Host: 127.0.0.1:{self.port}\r\nSec-Fetch-Site: same-origin\r\n"
        return f"{method} {path} HTTP/1.1\r\n{host}{cookie}{more}\r\n".encode()

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> bytes:
        """One request on a connection of its own."""
        connection = Connection(self)
        try:
            return (await connection.call(method, path, token, body))[1]
        finally:
            connection.close()

    async def open(self, computers: Sequence[int], people: int) -> tuple[str, list[str]]:
        """A table of four with so many people: its code and their tokens."""
        new = {"game": "voormsi", "players": 4, "computers": list(computers), "level": "2", "pace": PACE}
        new["options"] = {"target": 9 if people else 20}
        code = json.loads(await self.call("POST", "/api/v1/tables", body=new))["table"]
        joined = [await self.call("POST", f"/api/v1/tables/{code}/join", body={}) for _ in range(people)]
        return code, [json.loads(answer)["token"] for answer in joined]

    def versions(self, codes: Sequence[str]) -> dict[str, int]:
        """The versions of some tables, straight from the database."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            rows = dict(connection.execute("select code, version from tables"))
        return {code: rows[code] for code in codes}


class Connection:
    """A connection that is kept, as a browser keeps it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, bytes]:
        """Send a request (text is a form, anything else JSON); gives the status and the body."""
        if self.streams is None or self.streams[0].at_eof():
            self.streams = await asyncio.open_connection("127.0.0.1", self.site.port, limit=2**22)
        reader, writer = self.streams
        form = isinstance(body, str)
        data = b"" if body is None else (body if form else json.dumps(body)).encode()
        kind = "application/x-www-form-urlencoded\r\nHX-Request: true" if form else "application/json"
        zipped = "Accept-Encoding: gzip\r\n" if form else ""
        more = f"{zipped}Content-Type: {kind}\r\nContent-Length: {len(data)}\r\n" if data else ""
        writer.write(self.site.head(method, path, token, more) + data)
        status = int((await reader.readline()).split()[1])
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, await reader.readexactly(length)

    def close(self) -> None:
        """End it."""
        if self.streams:
            self.streams[1].close()


async def frames(site: Site, code: str, token: str = "") -> AsyncIterator[tuple[int, float]]:
    """The version of each frame of a table's stream, and when all of it had come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=2**22)
    try:
        writer.write(site.head("GET", f"/t/{code}/stream", token))
        version = told = -1
        async for line in reader:
            if line.startswith(b"id: "):
                version = int(line[4:].partition(b"-")[0])
            elif line == b"\n" and version > told:  # a version may be told again, as when a vote is called
                yield version, time.perf_counter()
                told = version
    finally:
        writer.close()


# -- people ----------------------------------------------------------------------------------------------
@dataclass
class Table:
    """A table with people, and what was measured there (seconds)."""

    code: str
    tokens: list[str]
    posted: dict[int, tuple[int, float]] = field(default_factory=dict)
    shown: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    refused: int = 0


async def person(site: Site, table: Table, who: int) -> None:
    """Watch the stream; at one's turn think for about a second and post a legal play, as a page does."""
    own = Connection(site)
    async for version, when in frames(site, table.code, table.tokens[who]):
        poster, began = table.posted.get(version, (who, 0.0))
        if poster != who:
            table.shown.append(when - began)
        _, state = await own.call("GET", f"/api/v1/tables/{table.code}", table.tokens[who])
        seen = json.loads(state)
        if seen["view"]["turn"] != seen["seat"]:
            continue
        await asyncio.sleep(random.uniform(0.5, 1.5))
        words = " ".join(random.choice(seen["legal"])["cards"])
        form = urlencode({"event": seen["version"], "words": words})
        began = time.perf_counter()
        table.posted[seen["version"] + 1] = (who, began)
        status, _ = await own.call("POST", f"/t/{table.code}/act", table.tokens[who], form)
        table.posts.append(time.perf_counter() - began)
        table.refused += status != 200


async def spectator(site: Site, code: str) -> None:
    """Watch a table."""
    async for _ in frames(site, code):
        pass


async def people_tables(site: Site, count: int) -> list[Table]:
    """Tables of two people and two computer players."""
    return [Table(*await site.open((1, 3), 2)) for _ in range(count)]


# -- what is measured ------------------------------------------------------------------------------------
def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Count, median, p99 and the worst, in milliseconds."""
    ordered = sorted(1000 * value for value in seconds) or [float("nan")]
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    rows = {"median": statistics.median(ordered), "p99": p99, "worst": ordered[-1]}
    return {"count": len(seconds), **{name: round(value, 1) for name, value in rows.items()}}


async def run_for(
    site: Site, seconds: float, tables: Sequence[Table], jobs: Sequence[Any], warm: float = 5.0
) -> float:
    """Let people and watchers be at it; what the first seconds measured is thrown away. Gives the server's
    share of one core."""
    tasks = [asyncio.ensure_future(job) for job in jobs]
    await asyncio.sleep(warm)
    for table in tables:
        table.shown.clear()
        table.posts.clear()
    began = site.cpu()
    await asyncio.sleep(seconds)
    share = (site.cpu() - began) / seconds
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            raise result
    return round(share, 2)


async def measure_people(folder: str, args: argparse.Namespace) -> dict[str, Any]:
    """(a) How soon an action is on the other screen."""
    async with server(folder, args.workers) as site:
        tables = await people_tables(site, args.tables)
        jobs = [person(site, table, who) for table in tables for who in (0, 1)]
        share = await run_for(site, args.seconds, tables, jobs)
    shown = spread([value for table in tables for value in table.shown])
    posts = spread([value for table in tables for value in table.posts])
    return {"tables": args.tables, "shown_ms": shown, "post_ms": posts, "server_cpu": share}


async def measure_computers(folder: str, args: argparse.Namespace) -> dict[str, Any]:
    """(b) Whether computer players keep their pace, and how long posts at other tables take then."""
    async with server(folder, args.workers) as site:
        codes = [(await site.open((0, 1, 2, 3), 0))[0] for _ in range(args.computer_tables)]
        tables = await people_tables(site, PEOPLE_TABLES)
        jobs = [person(site, table, who) for table in tables for who in (0, 1)]
        jobs += [spectator(site, code) for code in codes[:SPECTATORS]]
        counting = asyncio.create_task(count_actions(site, codes, args.seconds))
        share = await run_for(site, args.seconds, tables, jobs)
        rate, slowest, worst = await counting
    posts = spread([value for table in tables for value in table.posts])
    shown = spread([value for table in tables for value in table.shown])
    pace = {"actions_per_second": rate, "slowest_second": slowest, "slowest_table": worst}
    return {"tables": args.computer_tables, **pace, "post_ms": posts, "shown_ms": shown, "server_cpu": share}


async def count_actions(
    site: Site, codes: Sequence[str], seconds: float, warm: float = 5.0
) -> tuple[float, float, float]:
    """Actions per second of all tables, in the slowest second, and of the slowest table."""
    await asyncio.sleep(warm)
    first, began = site.versions(codes), time.perf_counter()
    before, last, slowest = sum(first.values()), began, float("inf")
    while time.perf_counter() - began < seconds - 1:
        await asyncio.sleep(1)
        now, versions = time.perf_counter(), site.versions(codes)
        total = sum(versions.values())
        slowest = min(slowest, (total - before) / (now - last))
        before, last = total, now
    took = last - began
    rate = (before - sum(first.values())) / took
    return round(rate, 1), round(slowest, 1), round(min(versions[c] - first[c] for c in codes) / took, 2)


def table_of(result: dict[str, Any]) -> str:
    """The figures for people to read."""
    lines = [f"{'':44}{'median':>9}{'p99':>9}{'worst':>9}   count"]

    def row(name: str, got: dict[str, float]) -> None:
        lines.append(f"{name:44}{got['median']:9.1f}{got['p99']:9.1f}{got['worst']:9.1f}{got['count']:8}")

    if a := result.get("a"):
        row(f"(a) {a['tables']} tables: post to the other screen, ms", a["shown_ms"])
        row("    the post itself, ms", a["post_ms"])
        lines.append(f"    the server used {a['server_cpu']} of a core")
    if b := result.get("b"):
        row(f"(b) beside {b['tables']} computer tables: a post, ms", b["post_ms"])
        row("    post to the other screen, ms", b["shown_ms"])
        pace = f"{b['actions_per_second']} actions/s, slowest second {b['slowest_second']}"
        lines.append(f"    computer tables: {pace}, slowest table {b['slowest_table']} actions/s")
        lines.append(f"    the server used {b['server_cpu']} of a core")
    for key, got in result["against"].items():
        lines.append(f"target {key} < {TARGETS[key]:g}: {got:g} {'met' if got < TARGETS[key] else 'MISSED'}")
    return "\n".join(lines)


async def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Both measurements, one after the other."""
    result: dict[str, Any] = {}
    for key, run in (("a", measure_people), ("b", measure_computers)):
        if key in args.only:
            with tempfile.TemporaryDirectory() as folder:
                result[key] = await run(folder, args)
    got = {"a_median_ms": ("a", "shown_ms", "median"), "b_p99_ms": ("b", "post_ms", "p99")}
    result["against"] = {key: result[a][b][c] for key, (a, b, c) in got.items() if a in result}
    result["load_average"] = os.getloadavg()[0]
    return result


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20, help="how long each of the two is measured")
    parser.add_argument("--tables", type=int, default=50, help="tables of people in (a)")
    parser.add_argument("--computer-tables", type=int, default=200, help="tables of computers in (b)")
    parser.add_argument("--workers", type=int, default=1, help="processes in which computer players think")
    parser.add_argument("--only", choices=("a", "b", "ab"), default="ab", help="only one of the two")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--serve", metavar="FILE", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, args.workers)
        return
    result = asyncio.run(measure(args))
    print(json.dumps(result) if args.json else table_of(result))


if __name__ == "__main__":
    main()
