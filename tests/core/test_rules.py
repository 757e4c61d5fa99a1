from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass
from random import Random
from typing import Any, ClassVar

import pytest

from messdeck.core.errors import BadOption
from messdeck.core.rules import Option, Rules, Value, typed
from messdeck.core.trial import random_rules

SWITCH = Option("switch", "X1", False, (True, False))
WORD = Option("word", "X2", "red", ("red", "green"))
NUMBER = Option("number", "X3", 5, low=2, high=99)
MAYBE = Option("maybe", "X4", None, low=1, high=13, nullable=True)
FIGURE = Option("figure", "X5", 13, (13, 26))


@dataclass(frozen=True)
class SomeRules(Rules):
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        WORD,
        SWITCH,
        NUMBER,
        MAYBE,
        FIGURE,
    )  # a default may hang on what is before
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {"green": {"word": "green", "number": 7}}
    PLAYERS: ClassVar[tuple[int, ...]] = (4, 3)
    PLAYERS_CLAUSE: ClassVar[str] = "X6"
    PRESETS_CLAUSE: ClassVar[str] = "X7"

    @classmethod
    def default(cls, option: Option, players: int, given: Mapping[str, Value]) -> Value:
        if option is NUMBER and players == 3:
            return 12
        return given.get("word") == "green" if option is SWITCH else option.default

    @classmethod
    def check(cls, players: int, values: Mapping[str, Value]) -> None:
        if values["switch"] and values["word"] == "red":
            raise BadOption.of("X1", "bad.switch_red")


def refused(players: Any = None, options: Any = None) -> tuple[str, str]:
    with pytest.raises(BadOption) as caught:
        SomeRules.create(players, options)
    return caught.value.reason.clause, caught.value.reason.key


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (SWITCH, [True, False], [1, 0, "on", None]),
        (WORD, ["red", "green"], ["blue", "", True, None]),
        (NUMBER, [2, 99], [1, 100, True, 5.0, "5", None]),
        (MAYBE, [None, 1, 13], [0, 14, False, "off"]),
        (FIGURE, [13, 26], [14, True, 13.0, "13"]),
    ],
)
def test_values_of_an_option(option: Option, good: list[object], bad: list[object]) -> None:
    assert [value for value in good if not option.allows(value)] == []
    assert [value for value in bad if option.allows(value)] == []


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SWITCH, "on", True),
        (SWITCH, " No ", False),
        (SWITCH, "true", True),
        (WORD, "green", "green"),
        (NUMBER, "42", 42),
        (MAYBE, "off", None),
        (MAYBE, "none", None),
        (MAYBE, "7", 7),
        (FIGURE, "26", 26),
    ],
)
def test_typed_values(option: Option, text: str, value: Value) -> None:
    read = option.read(text)
    assert (read, type(read)) == (value, type(value))
    assert option.read(typed(value)) == value


@pytest.mark.parametrize(
    ("option", "text"), [(SWITCH, "1"), (WORD, "blue"), (NUMBER, "-5"), (NUMBER, "٧"), (FIGURE, "")]
)
def test_typed_values_out_of_range(option: Option, text: str) -> None:
    with pytest.raises(BadOption) as caught:
        option.read(text)
    assert caught.value.reason.clause == option.clause
    assert caught.value.reason.args["values"] == option.values()


def test_values_are_listed_as_they_are_typed() -> None:
    listed = [option.values() for option in (SWITCH, WORD, NUMBER, MAYBE, FIGURE)]
    assert listed == ["on, off", "red, green", "2 .. 99", "1 .. 13, off", "13, 26"]


def test_defaults_may_hang_on_players_and_other_options() -> None:
    assert SomeRules.create().options == {
        "switch": False,
        "word": "red",
        "number": 5,
        "maybe": None,
        "figure": 13,
    }
    assert SomeRules.create(3).options["number"] == 12
    assert SomeRules.create(options={"word": "green"}).options["switch"] is True


def test_only_what_differs_from_the_defaults_is_written() -> None:
    assert SomeRules.create(3, {"number": 12, "figure": 13}).changed() == {}
    assert SomeRules.create(4, {"number": 12}).changed() == {"number": 12}
    assert SomeRules.create(4, {"word": "green", "switch": True}).changed() == {"word": "green"}
    assert SomeRules.create(4, {"word": "green", "switch": False}).changed() == {
        "switch": False,
        "word": "green",
    }


def test_a_preset_and_what_is_given_besides() -> None:
    rules = SomeRules.create(4, {"preset": "green", "number": 9})
    assert (rules.options["word"], rules.options["number"]) == ("green", 9)


def test_typed_options() -> None:
    rules = SomeRules.read(4, "green", ["number=9", "maybe = off", "switch=off"])
    assert rules == SomeRules.create(4, {"word": "green", "number": 9, "switch": False})
    with pytest.raises(BadOption, match=r"bad\.option_text"):
        SomeRules.read(4, None, ["number"])
    with pytest.raises(BadOption, match=r"bad\.option_unknown"):
        SomeRules.read(4, None, ["colour=red"])


def test_refused_rules_say_their_clause() -> None:
    assert refused(5) == ("X6", "bad.option_players")
    assert refused(True) == ("X6", "bad.option_players")
    assert refused("4") == ("X6", "bad.option_players")
    assert refused(4, {"colour": "red"}) == ("X7", "bad.option_unknown")
    assert refused(4, {"preset": "blue"}) == ("X7", "bad.option_preset")
    assert refused(4, {"preset": ["green"]}) == ("X7", "bad.option_preset")
    assert refused(4, {"number": 1}) == ("X3", "bad.option_value")
    assert refused(4, {"switch": True}) == ("X1", "bad.switch_red")


def test_rules_are_values() -> None:
    rules = SomeRules.create(4, {"figure": 26})
    assert rules == SomeRules.create(4, {"figure": 26})
    assert hash(rules) == hash(SomeRules.create(4, {"figure": 26}))
    assert rules != SomeRules.create(4)
    with pytest.raises(FrozenInstanceError):
        rules.players = 3  # type: ignore[misc]


def test_everybody_is_alone_unless_the_game_says_otherwise() -> None:
    assert SomeRules.create(3).sides == ((0,), (1,), (2,))


def test_random_rules_reach_every_choice_and_never_contradict_themselves() -> None:
    drawn = [random_rules(SomeRules, Random(seed)) for seed in range(300)]
    assert {rules.players for rules in drawn} == {3, 4}
    for option in (SWITCH, WORD, FIGURE):
        assert {rules.options[option.name] for rules in drawn} == set(option.choices)
    assert all(option.allows(rules.options[option.name]) for rules in drawn for option in SomeRules.OPTIONS)
    assert random_rules(SomeRules, Random(7)) == random_rules(SomeRules, Random(7))
