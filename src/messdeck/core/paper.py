"""Score sheets for real cards: entries come in as filled-in forms and are checked against their fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from messdeck.core.errors import BadText
from messdeck.core.facts import Term
from messdeck.core.game import Game
from messdeck.core.sheet import Field, PaperData

MOST_ENTRIES = 400
MOST_NAME = 24


def filled_in(fields: tuple[Field, ...], form: Mapping[str, str]) -> dict[str, str]:
    """The values of an entry. Errors: BadText for one that its field does not allow."""
    entry = {}
    for field in fields:
        value = form.get(field.name, "").strip()
        if field.choices:
            good = value in [choice for choice, _ in field.choices]
            allowed = ", ".join(choice or "-" for choice, _ in field.choices)
        else:
            good = bool(re.fullmatch(r"\d{1,3}", value)) and field.low <= int(value) <= field.high
            allowed = f"{field.low} .. {field.high}"
        if not good:
            raise BadText.of(
                "R9.1", "bad.entry", name=Term(field.label.key), value=value or "-", values=allowed
            )
        entry[field.name] = value
    return entry


def changed(game: Game, data: PaperData, form: Mapping[str, str]) -> dict[str, Any]:
    """What is kept of a sheet after a form: `do` is `enter`, `strike` (the last entry) or `names`.
    Errors: BadText, and then nothing has changed."""
    kept: dict[str, Any] = {**data, "entries": list(data.get("entries", []))}
    match form.get("do"):
        case "strike":
            kept["entries"] = kept["entries"][:-1]
        case "names":
            kept["names"] = [form.get(f"name{i}", "").strip()[:MOST_NAME] for i in range(5)]
            if not kept["entries"]:
                players = form.get("players", "")
                kept["players"] = game.rules.create(int(players) if players.isdecimal() else None).players
        case _:
            paper = game.paper(kept)
            if paper.over or len(kept["entries"]) >= MOST_ENTRIES:
                raise BadText.of("R9.2", "bad.sheet_full")
            kept["entries"].append(filled_in(paper.fields, form))
    game.paper(kept)
    return kept
