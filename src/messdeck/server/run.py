"""Running the server: one process, an address to print, a QR code for the local network."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import segno
import uvicorn
from fastapi import FastAPI

from messdeck.arena.pools import connect
from messdeck.core.errors import BadText
from messdeck.server.app import create_app
from messdeck.server.settings import Settings
from messdeck.server.thinking import LOCAL

Say = Callable[..., str]


@dataclass(frozen=True)
class Address:
    """Where to listen."""

    host: str
    port: int


SWITCH = 0.0005
"""Seconds after which a thread that wants the interpreter gets it: the writer of the database and the loop of
the requests hand it over several times an action; ten times as long, as is usual, adds up to 100 ms."""


def run(settings: Settings, address: Address, say: Say, lan: bool) -> None:
    """Serve until interrupted. Errors: BadText when an address cannot be had."""
    if settings.bots != LOCAL:
        connect(settings.bots)  # before anything else, so that a wrong address is told in one line
    listener = _listen(address)
    port = listener.getsockname()[1]
    shown = lan_address() if lan else ("127.0.0.1" if address.host == "0.0.0.0" else address.host)
    url = f"http://{shown}:{port}/"
    print(say("serve.at", url=url), flush=True)
    if lan:
        segno.make(url).terminal(out=sys.stdout, compact=True)
    signal.signal(signal.SIGTERM, _stop)
    sys.setswitchinterval(SWITCH)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy,
        timeout_graceful_shutdown=2,
    )
    Server(config, app).run(sockets=[listener])


def _stop(number: int, frame: FrameType | None) -> None:
    """End as a program ends by itself: uvicorn, which has stopped by then, raises the signal once more."""
    raise SystemExit(0)


class Server(uvicorn.Server):
    """A server that lets its streams come to an end when it is told to stop, and that never collects again
    what garbage collection found at the start: going through all of that takes up to a second."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        """Take the application whose streams they are."""
        super().__init__(config)
        self.streaming = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Freeze what is there once the application has started."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first: a connection is waited for as long as it is busy."""
        self.streaming.state.house.desk.end_streams()
        await super().shutdown(sockets)


def _listen(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address.host, address.port))
        listener.listen(512)
    except OSError as error:
        place = f"{address.host}:{address.port}"
        raise BadText.of("R5.8", "bad.address", name=place, why=error.strerror or "") from None
    return listener


def lan_address() -> str:
    """This machine's address on the local network (asks the routing table; nothing is sent)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.168.0.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
