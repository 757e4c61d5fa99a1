"""The options of Noms and their presets (N9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from messdeck.core.errors import BadOption
from messdeck.core.rules import UNLIMITED, Option, Rules, Value

SWITCH = (True, False)


@dataclass(frozen=True)
class NomsRules(Rules):
    """Options of a game of Noms."""

    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("shuffle", "N2.2", "never", ("never", "always")),
        Option("packets", "N2.3", "4-3-3-3", ("4-3-3-3", "5-3-5")),
        Option("double_hand_dealer", "N2.5", "next", ("next", "same")),
        Option("minimum_bid", "N3.3", 10, low=1, high=13),
        Option("mis_rank", "N3.4", "top", ("top", "between_10_and_11")),
        Option("forced_bid", "N3.8", None, low=1, high=13, nullable=True),
        Option("leader", "N4.1", "bidder", ("bidder", "left_of_dealer")),
        Option("solo_opponents", "N6.3", "full", ("full", "one_point")),
        Option("thirteen_scores", "N6.6", 13, (13, 26)),
        Option("mis_penalty", "N6.7", False, SWITCH),
        Option("unbid_slam", "N6.8", False, SWITCH),
        Option("target", "N7.1", 101, low=1, high=UNLIMITED),
    )
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "fa": {},
        "low": {"minimum_bid": 7, "forced_bid": 7},
        "small-mis": {"mis_rank": "between_10_and_11"},
    }
    PLAYERS: ClassVar[tuple[int, ...]] = (4,)
    PLAYERS_CLAUSE: ClassVar[str] = "N1.1"
    PRESETS_CLAUSE: ClassVar[str] = "N9"

    @classmethod
    def default(cls, option: Option, players: int, given: Mapping[str, Value]) -> Value:
        """The penalty comes with the small Mis (N6.7)."""
        if option.name == "mis_penalty":
            return given.get("mis_rank") == "between_10_and_11"
        return option.default

    @classmethod
    def check(cls, players: int, values: Mapping[str, Value]) -> None:
        """The penalty belongs to the small Mis alone (N6.7)."""
        if values["mis_penalty"] and values["mis_rank"] == "top":
            raise BadOption.of("N6.7", "bad.mis_penalty_top")

    def options_row(self) -> list[int]:
        """The cells SHUFFLE_ALWAYS to TARGET of the kernel's row."""
        option = self.options
        return [
            int(option["shuffle"] == "always"),
            int(option["packets"] == "5-3-5"),
            int(option["double_hand_dealer"] == "same"),
            int(option["minimum_bid"] or 0),
            int(option["mis_rank"] == "between_10_and_11"),
            int(option["forced_bid"] or 0),
            int(option["leader"] == "left_of_dealer"),
            int(option["solo_opponents"] == "one_point"),
            int(option["thirteen_scores"] or 0),
            int(option["mis_penalty"] is True),
            int(option["unbid_slam"] is True),
            int(option["target"] or 0),
        ]
