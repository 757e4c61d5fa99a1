"""The options of Voormsi and their presets (V10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from messdeck.core.errors import BadOption
from messdeck.core.rules import Option, Rules, Value

SWITCH = (True, False)


@dataclass(frozen=True)
class VoormsiRules(Rules):
    """Options of a Voormsi rubber for two, three or four players."""

    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("deal_all", "V3.3", False, SWITCH),
        Option("three_counts_as_king", "V4.2", False, SWITCH),
        Option("toqutsit_compulsion", "V4.4", "heading", ("heading", "led", "off")),
        Option("voormsi_proof", "V6.2", "referee", ("referee", "shown")),
        Option("own_kill", "V6.4", "forfeit", ("forfeit", "points", "off")),
        Option("kill", "V6.8", "toqutsit", ("toqutsit", "voormsi")),
        Option("target", "V7.1", 9, low=5, high=99),
        Option("overshoot", "V7.3", "bounce", ("bounce", "win")),
    )
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "fa": {},
        "ru": {"kill": "voormsi", "own_kill": "points", "overshoot": "win"},
        "all-dealt": {"deal_all": True},
    }
    PLAYERS: ClassVar[tuple[int, ...]] = (4, 3, 2)
    PLAYERS_CLAUSE: ClassVar[str] = "V3.1"
    PRESETS_CLAUSE: ClassVar[str] = "V10"

    @classmethod
    def default(cls, option: Option, players: int, given: Mapping[str, Value]) -> Value:
        """Twelve strokes with three players (V7.1)."""
        return 12 if option.name == "target" and players == 3 else option.default

    @classmethod
    def check(cls, players: int, values: Mapping[str, Value]) -> None:
        """Two players always have a stock (V8.1)."""
        if players == 2 and values["deal_all"]:
            raise BadOption.of("V8.1", "bad.deal_all_two")

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Opposite players are partners (V3.1); two and three play alone."""
        return ((0, 2), (1, 3)) if self.players == 4 else super().sides

    def options_row(self) -> list[int]:
        """The cells PLAYERS to TARGET of the kernel's row."""
        option = self.options
        return [
            self.players,
            len(self.sides),
            int(option["deal_all"] is True),
            int(option["three_counts_as_king"] is True),
            ("heading", "led", "off").index(str(option["toqutsit_compulsion"])),
            int(option["voormsi_proof"] == "shown"),
            ("forfeit", "points", "off").index(str(option["own_kill"])),
            int(option["kill"] == "voormsi"),
            int(option["overshoot"] == "win"),
            int(option["target"] or 0),
        ]
