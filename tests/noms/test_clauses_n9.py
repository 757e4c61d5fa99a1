"""N9: options and presets."""

import json

import pytest

from messdeck.core.errors import BadOption, BadRecord
from messdeck.core.record import replay
from messdeck.games.registry import get_game
from tests.noms.table import GAME, deal, may_bid, new

DEFAULTS = {
    "shuffle": "never",
    "packets": "4-3-3-3",
    "double_hand_dealer": "next",
    "minimum_bid": 10,
    "mis_rank": "top",
    "forced_bid": None,
    "leader": "bidder",
    "solo_opponents": "full",
    "thirteen_scores": 13,
    "mis_penalty": False,
    "unbid_slam": False,
    "target": 101,
}
SMALL = {"mis_rank": "between_10_and_11"}

ALLOWED = {
    "shuffle": ["never", "always"],
    "packets": ["4-3-3-3", "5-3-5"],
    "double_hand_dealer": ["next", "same"],
    "minimum_bid": list(range(1, 14)),
    "mis_rank": ["top", "between_10_and_11"],
    "forced_bid": [None, *range(1, 14)],
    "leader": ["bidder", "left_of_dealer"],
    "solo_opponents": ["full", "one_point"],
    "thirteen_scores": [13, 26],
    "unbid_slam": [False, True],
    "target": [1, 2, 100, 101, 5000],
}
REFUSED = {
    "shuffle": ["sometimes", True, None, 0, ""],
    "packets": ["4-4-4-1", 433, None],
    "double_hand_dealer": ["left", False],
    "minimum_bid": [0, 14, -1, None, "10", 10.0, True, [10]],
    "mis_rank": ["bottom", 10, None],
    "forced_bid": [0, 14, False, "7", 7.5, "off"],
    "leader": ["dealer", 0, None],
    "solo_opponents": ["one", 1],
    "thirteen_scores": [0, 14, 13.0, "26", True],
    "mis_penalty": ["on", 1, 0, None],
    "unbid_slam": ["on", 1, None],
    "target": [0, -5, None, "101", 101.0, True],
}


def option(name):
    """The option of a name."""
    return next(option for option in GAME.rules.OPTIONS if option.name == name)


def error_of(options):
    """The refusal of some options."""
    with pytest.raises(BadOption) as error:
        GAME.rules.create(4, options)
    return error.value.reason


def test_n9_the_defaults():
    assert GAME.rules.create(4).options == GAME.rules.create(4, {}).options == DEFAULTS


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in ALLOWED for value in ALLOWED[name]])
def test_n9_every_value_of_every_option(name, value):
    rules = GAME.rules.create(4, {name: value})
    assert rules.options[name] == value
    changed = {name: value} if value != DEFAULTS[name] else {}
    assert rules.changed() == changed
    assert deal(new(**{name: value})).phase == "auction"


@pytest.mark.parametrize("value", [False, True])
def test_n9_mis_penalty_with_the_small_mis(value):
    rules = GAME.rules.create(4, {**SMALL, "mis_penalty": value})
    assert rules.options["mis_penalty"] is value
    assert rules.changed() == (SMALL if value else {**SMALL, "mis_penalty": False})


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in REFUSED for value in REFUSED[name]])
def test_n9_a_value_out_of_range_is_refused(name, value):
    reason = error_of({**SMALL, name: value})
    assert reason.clause == option(name).clause
    assert reason.args["name"] == name
    assert reason.args["values"] == option(name).values()


def test_n9_a_target_has_no_upper_limit():
    assert GAME.rules.create(4, {"target": 10**6 + 1}).options["target"] == 10**6 + 1


@pytest.mark.parametrize("name", ["colour", "minimum-bid", "Target", "", "bid"])
def test_n9_an_unknown_option_is_refused(name):
    reason = error_of({name: 1})
    assert reason.clause == "N9"
    assert reason.args["name"] == name
    assert "minimum_bid" in reason.args["values"]


def test_n9_options_that_contradict_each_other_are_refused():
    for options in ({"mis_penalty": True}, {"preset": "low", "mis_penalty": True}):
        reason = error_of(options)
        assert "mis_penalty" in f"{reason.key} {reason.args}"


def test_n9_preset_fa_is_the_defaults():
    assert GAME.rules.create(4, {"preset": "fa"}).options == DEFAULTS


def test_n9_preset_low():
    rules = GAME.rules.create(4, {"preset": "low"})
    assert rules.options == {**DEFAULTS, "minimum_bid": 7, "forced_bid": 7}
    assert may_bid(deal(new(preset="low"))) == "p 7 8 9 10 11 12 13 mis vis"


def test_n9_preset_small_mis():
    rules = GAME.rules.create(4, {"preset": "small-mis"})
    assert rules.options == {**DEFAULTS, **SMALL, "mis_penalty": True}
    assert may_bid(deal(new(preset="small-mis"))) == "p 10 11 12 13 mis"


def test_n9_an_option_beside_a_preset_goes_before_it():
    rules = GAME.rules.create(4, {"preset": "low", "forced_bid": None, "target": 50})
    assert rules.options == {**DEFAULTS, "minimum_bid": 7, "target": 50}
    assert GAME.rules.create(4, {"preset": "small-mis", "mis_penalty": False}).options["mis_penalty"] is False
    assert GAME.rules.create(4, {"preset": "small-mis", "mis_rank": "top"}).options == DEFAULTS


@pytest.mark.parametrize("preset", ["navy", "", None, 1, ["fa"], "FA"])
def test_n9_an_unknown_preset_is_refused(preset):
    reason = error_of({"preset": preset})
    assert reason.clause == "N9"
    assert "small-mis" in reason.args["values"]


def test_n9_on_and_off_on_a_command_line():
    assert (option("unbid_slam").read("on"), option("unbid_slam").read("off")) == (True, False)
    assert (option("mis_penalty").read("true"), option("mis_penalty").read("false")) == (True, False)
    assert (option("forced_bid").read("off"), option("forced_bid").read("7")) == (None, 7)
    assert (option("target").read("50"), option("shuffle").read("always")) == (50, "always")
    assert (option("thirteen_scores").read("26"), option("packets").read("5-3-5")) == (26, "5-3-5")


@pytest.mark.parametrize(
    ("name", "text"),
    [("target", "0"), ("target", "on"), ("unbid_slam", "7"), ("leader", "off"), ("minimum_bid", "")],
)
def test_n9_what_the_command_line_refuses(name, text):
    with pytest.raises(BadOption) as error:
        option(name).read(text)
    assert error.value.reason.args["name"] == name


def header(**options):
    """Replay a header with these options."""
    line = json.dumps({"messdeck": 1, "game": "noms", "players": 4, "options": options})
    return replay([line], get_game).header.rules


def test_n9_true_and_false_in_records():
    assert header(unbid_slam=True, preset="low").changed() == {
        "minimum_bid": 7,
        "forced_bid": 7,
        "unbid_slam": True,
    }
    assert header(forced_bid=None) == GAME.rules.create(4)
    for wrong in ({"unbid_slam": "on"}, {"unbid_slam": 1}, {"forced_bid": "off"}, {"speed": 3}):
        with pytest.raises(BadRecord):
            header(**wrong)
