"""V9: three players. V10: options and presets. V11: words."""

from __future__ import annotations

import json
from itertools import product

import pytest

from messdeck.core.actions import NOBODY, TABLE, End, Play
from messdeck.core.errors import BadOption
from tests.voormsi.table import GAME, Table, shuffled, won_by, words

OPTIONS = {
    "deal_all": (False, True),
    "three_counts_as_king": (False, True),
    "toqutsit_compulsion": ("heading", "led", "off"),
    "voormsi_proof": ("referee", "shown"),
    "own_kill": ("forfeit", "points", "off"),
    "kill": ("toqutsit", "voormsi"),
    "target": (9, *range(5, 9), *range(10, 100)),
    "overshoot": ("bounce", "win"),
}
"""Every option with its values, the default first."""
CHOICES = {name: values for name, values in OPTIONS.items() if name != "target"}


def three(*lines: str, **more) -> Table:
    return Table(*lines, players=3, **more)


def refusal(players: int, options: dict) -> tuple[str, dict]:
    with pytest.raises(BadOption) as caught:
        GAME.rules.create(players, options)
    return caught.value.reason.clause, caught.value.reason.args


# -- V9 --------------------------------------------------------------------------------------------------
def test_v9_1_twelve_tricks_and_twelve_strokes_each_alone():
    table = three(*won_by("012012012012", 3))
    assert table.tricks == (4, 4, 4)
    assert table.turn == TABLE
    assert table.rules.options["target"] == 12
    assert table.rules.sides == ((0,), (1,), (2,))


@pytest.mark.parametrize(("won", "points"), [(4, 0), (5, 1), (8, 4), (11, 7)])
def test_v9_1_points_for_tricks(won, points):
    table = three(*won_by(("1" + "0" * won + "12" * 4)[:12], 3))
    assert table.tricks[0] == won
    assert table.scores[0] == points


def test_v9_1_no_point_for_the_first_five():
    assert three(*won_by("00000", 3)).pending == (1, 0, 0)
    assert three(*won_by("000001", 3)).banked == [(6, 0, 1, 1)]


def test_v9_1_all_twelve_are_void():
    table = three(*won_by("0" * 12, 3, leader=1), scores=(3, 4, 5))
    assert table.void
    assert table.scores == (3, 4, 5)


def test_v9_1_every_jc_is_an_opponents():
    assert three("0: KH JC .").points == [("V6.3", 1, 2)]
    assert three("0: KH . JC").points == [("V6.3", 2, 2)]
    for seat, lead in ((1, "0: KH"), (2, "0: KH .")):
        table = three(lead, hold={seat: "JC 5D"})
        assert table.refuses(f"{seat}: 5D") == ("V4.4", "refusal.V4.4.1")


def test_v9_1_the_rest_as_with_four():
    assert three("0: KH . .").points == [("V6.1", 0, 1)]
    assert three("0: 9C . KH").points == []
    assert three("0: KH JC 3D").points == [("V6.6", 2, 2)]
    assert three("0: KH 3D .").points == [("V6.5", 1, 1)]
    assert three("0: JC . KH", kill="voormsi").points == [("V6.3", 2, 2)]
    assert three("0: 9C+9S . .").tricks == (2, 0, 0)


def test_v9_1_the_target_is_hit_exactly():
    lines = won_by("000001", 3)
    assert three(*lines, scores=(11, 0, 0)).position.winners == (0,)
    eight = won_by("00000001", 3)
    assert three(*eight, scores=(11, 0, 0)).scores == (10, 0, 0)
    assert three(*eight, scores=(11, 0, 0), overshoot="win").scores == (12, 0, 0)


def test_v9_1_all_three_bank_at_the_end():
    table = three(*won_by("111112222200", 3))
    assert table.banked == [(6, 1, 1, 1), (11, 2, 1, 1)]
    table = three(*won_by("111112222222", 3))
    assert table.banked == [(6, 1, 1, 1), (12, 2, 3, 3)]


# -- V10 -------------------------------------------------------------------------------------------------
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


def test_v10_fa_is_the_defaults():
    assert GAME.rules.create(4).options == DEFAULTS
    assert GAME.rules.create(4, {"preset": "fa"}).options == DEFAULTS


def test_v10_ru():
    changed = {"kill": "voormsi", "own_kill": "points", "overshoot": "win"}
    assert GAME.rules.create(4, {"preset": "ru"}).options == {**DEFAULTS, **changed}
    assert GAME.rules.create(3, {"preset": "ru"}).options == {**DEFAULTS, **changed, "target": 12}


def test_v10_all_dealt():
    assert GAME.rules.create(4, {"preset": "all-dealt"}).options == {**DEFAULTS, "deal_all": True}


def test_v10_there_are_three_presets():
    assert sorted(GAME.rules.PRESETS) == ["all-dealt", "fa", "ru"]
    clause, args = refusal(4, {"preset": "dp"})
    assert clause == "V10"
    assert args["value"] == "dp"
    assert args["values"] == "fa, ru, all-dealt"


def test_v10_a_preset_gives_way_to_what_is_said_besides():
    rules = GAME.rules.create(4, {"preset": "ru", "own_kill": "off", "target": 20})
    assert (rules.options["kill"], rules.options["own_kill"], rules.options["target"]) == (
        "voormsi",
        "off",
        20,
    )


def test_v10_a_rubber_by_the_russian_article():
    table = Table("0: JC . KH .", "2: QD 9C . .", preset="ru", scores=(6, 8))
    assert table.points == []
    assert table.scores == (0, 8)
    assert not table.position.is_over
    table = Table("0: JC KH . .", "1: QD 9C . .", preset="ru", scores=(6, 8))
    assert table.scores == (6, 9)
    assert table.position.winners == (1,)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v10_free_combination(players):
    for values in product(*CHOICES.values()):
        options = dict(zip(CHOICES, values, strict=True))
        if players == 2 and options["deal_all"]:
            continue
        rules = GAME.rules.create(players, options)
        assert options.items() <= rules.options.items()
        again = json.loads(json.dumps(rules.changed()))
        assert GAME.rules.create(players, again) == rules


@pytest.mark.parametrize("target", [5, 9, 12, 99])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_v10_target_from_5_to_99(players, target):
    rules = GAME.rules.create(players, {"target": target})
    assert rules.options["target"] == target
    assert rules.changed() == ({} if target == (12 if players == 3 else 9) else {"target": target})


@pytest.mark.parametrize("name", list(OPTIONS))
@pytest.mark.parametrize("value", ["never", 4, 1, 0, None, 100, "", "true", 2.5])
def test_v10_a_value_out_of_range_is_refused_with_name_and_values(name, value):
    _, args = refusal(4, {name: value})
    assert args["name"] == name
    assert args["value"] == str(value)
    if name == "target":
        assert "5" in args["values"]
        assert "99" in args["values"]
    else:
        expected = {"on", "off"} if True in CHOICES[name] else set(CHOICES[name])
        assert set(args["values"].split(", ")) == expected


def test_v10_true_is_not_a_number():
    assert refusal(4, {"target": True})[1]["name"] == "target"
    assert refusal(4, {"deal_all": 1})[1]["name"] == "deal_all"


def test_v10_an_unknown_option():
    clause, args = refusal(4, {"bounce": True})
    assert clause == "V10"
    assert args["name"] == "bounce"
    assert set(args["values"].split(", ")) == set(OPTIONS)


@pytest.mark.parametrize("name", ["deal_all", "three_counts_as_king"])
def test_v10_on_and_off_on_a_command_line(name):
    [option] = [option for option in GAME.rules.OPTIONS if option.name == name]
    assert option.read("on") is option.read("true") is True
    assert option.read("off") is option.read("false") is False
    assert GAME.rules.create(4, {name: True}).changed() == {name: True}
    with pytest.raises(BadOption):
        option.read("maybe")


@pytest.mark.parametrize("name", list(OPTIONS))
def test_v10_typed_values(name):
    [option] = [option for option in GAME.rules.OPTIONS if option.name == name]
    for value in OPTIONS[name]:
        assert option.read({True: "on", False: "off"}.get(value, str(value))) == value


@pytest.mark.parametrize("lines", [[], ["0: KH . . .", "0: 9C ."]])
def test_v10_a_rubber_broken_off_has_no_winner(lines):
    table = Table(*lines, scores=(4, 7))
    table.do(End(TABLE))
    assert table.position.is_over
    assert table.turn == NOBODY
    assert table.position.winners == ()
    assert table.scores == (4, 7)
    assert table.told == ["story.broken_off"]


def test_v10_broken_off_between_two_deals():
    table = Table(*won_by("000001111"), scores=(4, 7)).do(End(TABLE))
    assert table.scores == (6, 7)
    assert table.position.winners == ()


def test_v10_a_rubber_broken_off_is_over():
    table = Table("0: KH .").do(End(TABLE))
    _, deal = shuffled(4)
    for action in (End(TABLE), deal, Play(2, (table.position.hands[2][0],))):
        assert table.refuses_action(action)[0] in ("V7.4", "V10")


# -- V11 -------------------------------------------------------------------------------------------------
WORDS = (
    "essi kunngi arnaq atequtilik kinitsi knaegti kulooq sipaaq hjerteri ruderi aalaterpai nallukattat "
    "inukkat nallukattaq ataaseq pinnattaq nerfala tuluffi tolufve torufve troef Toqu Voormsi dogutsit wormsi"
)


@pytest.mark.parametrize("language", ["en", "fa", "ru"])
def test_v11_the_greenlandic_words(language):
    text = words(language, "clause.V11")
    assert [word for word in WORDS.split() if word not in text] == []
