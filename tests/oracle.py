"""The slow references as judges: what they allow, in a form that can be compared with messdeck's actions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

from messdeck.core.position import Position
from tests.reference import noms, voormsi

Table: TypeAlias = "voormsi.Table | noms.Table"
REFERENCES: dict[str, Any] = {"voormsi": voormsi, "noms": noms}


def table_of(header: Mapping[str, Any]) -> Table:
    """The reference's table for a record's header."""
    if header["game"] == "voormsi":
        return voormsi.table_of(dict(header))
    return noms.read_header(json.dumps(header))


def do(table: Table, event: Mapping[str, Any]) -> None:
    """Apply an event to a reference's table. Errors: its Illegal."""
    if isinstance(table, voormsi.Table):
        voormsi.apply(table, dict(event))
    else:
        noms.apply_event(table, dict(event))


def after(table: Table, event: Mapping[str, Any]) -> Table:
    """A copy of a table after an event."""
    copied = deepcopy(table)
    do(copied, event)
    return copied


def allowed(table: Table) -> list[dict[str, Any]]:
    """The events that a reference allows now, of whatever seat; deals and ends left out."""
    seat = table.turn
    if isinstance(table, voormsi.Table):
        return [{"type": "play", "seat": seat, "cards": sorted(cards)} for cards in table.legal()]
    events: list[dict[str, Any]] = []
    for word in sorted(table.legal()):
        if table.phase == "auction":
            events.append({"type": "bid", "seat": seat, "bid": word})
        elif table.phase == "contract":
            trump, call = word.split(":")
            named = None if trump == "-" else trump
            events.append({"type": "contract", "seat": seat, "trump": named, "call": call})
        else:
            events.append({"type": "play", "seat": seat, "cards": [word]})
    return events + [{"type": "concede", "seat": conceding} for conceding in sorted(table.may_concede())]


def played(position: Position) -> list[dict[str, Any]]:
    """The events that messdeck allows now, of whatever seat."""
    seats = range(position.rules.players)
    return [action.to_json() for seat in seats for action in position.legal_actions(seat)]


def as_set(events: Iterable[Mapping[str, Any]]) -> set[str]:
    """Events that can be compared: the order of cards played together means nothing."""
    texts = [
        json.dumps({**event, "cards": sorted(event.get("cards", []))}, sort_keys=True) for event in events
    ]
    assert len(set(texts)) == len(texts), "an action is listed twice"
    return set(texts)


def random_record(name: str, rng: Random, players: int, options: dict[str, Any], deals: int) -> list[str]:
    """A random record of a reference's own making, at times with scores to start from."""
    sides = {2: 2, 3: 3, 4: 2 if name == "voormsi" else 4}[players]
    lowest, target = (0 if name == "voormsi" else -30), options.get("target", 9)
    scores = [rng.randrange(lowest, target) for _ in range(sides)] if rng.random() < 0.3 else None
    if name == "voormsi":
        return voormsi.random_record(rng, players, options, deals, scores)
    return noms.random_record(rng, options, deals, scores)


def comparable(summary: dict[str, Any]) -> dict[str, Any]:
    """A summary without `clauses` (free in the examples) and with the points of a trick in one order."""
    for deal in summary["deals"]:
        for trick in deal["tricks"]:
            trick.pop("clauses", None)
            if "points" in trick:
                trick["points"].sort(key=lambda point: (point["clause"], point["side"]))
    return summary
