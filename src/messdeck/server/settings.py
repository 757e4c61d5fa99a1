"""How a server is run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Settings of one server process."""

    database: str = "sqlite+aiosqlite:///messdeck.db"
    workers: int = 1
    """Processes in which computer players think; 0: in the server itself."""
    bots: str = "local"
    """Where they think: `local`, or the address of a Ray cluster."""
    pace: float = 1.0
    """Seconds between plays of computer players, by default."""
    grace: float = 60.0
    """Seconds after which a computer player sits in for a person who is gone."""
    deal_rest: float = 6.0
    posts_per_minute: int = 240
    """Most posts of one person (or address without a cookie) in a minute."""
    new_tables_per_hour: int = 120
    proxy: str = ""
    """Address of a proxy in front, which is believed about who asks and whether by https."""
