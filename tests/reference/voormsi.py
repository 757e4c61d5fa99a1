"""Voormsi, slowly: an independent reference written from the rules document alone.

It shares no code with the package and is meant to be read beside the rules. Every function cites the clause
it carries out. Card codes are strings ("7H"), hands are sets, a play is a frozenset. Nothing here is fast.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

RECORD = "records"  # stands for the clause when a record is malformed and no rule of the game is concerned

TOQUTSIT = "JC"
VOORMSI = "KH"
THREE = "3D"
BLACK_KINGS = ("KC", "KS")
SUITS_HIGH_TO_LOW = "CSHD"

ORDINARY_HIGH_TO_LOW = (
    "JC KH 8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D 5C 5S 5H 5D 8C 8H 8D QC QS QH QD KC KS".split()
)
SEVENS_HIGH_TO_LOW = "7C 7S 7H 7D".split()
PACK = frozenset(ORDINARY_HIGH_TO_LOW) | frozenset(SEVENS_HIGH_TO_LOW) | {THREE}

Play = frozenset[str]


class Illegal(Exception):
    """Something that the rules do not allow: the clause, the reason, and in a record the line (from 1)."""

    def __init__(self, clause: str, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.clause = clause
        self.line = line

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.clause}: {self.args[0]}"


# ----------------------------------------------------------------------------------------------------
# V1, V2: cards, and which card beats which


def card(text: object) -> str:
    """V1.1: the code of a card of the pack, from any of the spellings that a record may use."""
    if not isinstance(text, str):
        raise Illegal(RECORD, f"{text!r} is not the text of a card")
    code = text.strip().replace("\ufe0f", "").upper()
    for symbol, letter in zip("♣♦♥♠", "CDHS", strict=True):
        code = code.replace(symbol, letter)
    if code not in PACK:
        raise Illegal("V1.1", f"{text} is not in the pack: A K Q J 9 8 7 6 5, with 3D for KD")
    return code


def one_play(texts: Iterable[object]) -> Play:
    """V1.1: the cards of one play, each of which exists only once."""
    cards = [card(text) for text in texts]
    if len(set(cards)) != len(cards):
        raise Illegal("V1.1", f"a card twice in {' '.join(cards)}: each card is in the pack once")
    return frozenset(cards)


def is_seven(code: str) -> bool:
    """V2.5, V2.6: the sevens stand outside the ordinary order."""
    return code in SEVENS_HIGH_TO_LOW


def is_ordinary(code: str) -> bool:
    """V2.3: every card of the ordinary order, that is all but the sevens and the 3D."""
    return code in ORDINARY_HIGH_TO_LOW


def is_king(code: str) -> bool:
    """V1.1, V4.1: the three kings of the pack."""
    return code == VOORMSI or code in BLACK_KINGS


def ordinary_beats(new: str, old: str) -> bool:
    """V2.1-V2.3: the ordinary order, with JC and KH equal so that the second beats the first."""
    if {new, old} == {TOQUTSIT, VOORMSI}:
        return True
    return ORDINARY_HIGH_TO_LOW.index(new) < ORDINARY_HIGH_TO_LOW.index(old)


def seven_beats(new: str, old: str) -> bool:
    """V2.6: a seven of a higher suit (clubs, spades, hearts, diamonds from high to low)."""
    return SEVENS_HIGH_TO_LOW.index(new) < SEVENS_HIGH_TO_LOW.index(old)


@dataclass(frozen=True)
class Head:
    """V2, V4.6: the play that heads the trick: its place (0 is the lead) and what each of its cards beat."""

    place: int
    cards: Play
    beat: Mapping[str, str]  # card -> the card it was paired with and beat; empty for the lead
    live: frozenset[str] = frozenset()  # V2.6: its live sevens
    seven_taker: bool = False  # V2.8: its KC beat a live seven
    king_taker: bool = False  # V2.9: its KS beat such a KC as the very next play

    @property
    def led(self) -> bool:
        """V4.6: the cards of the led play are led."""
        return self.place == 0


def lead_head(cards: Play) -> Head:
    """V2.6, V4.6: the lead heads the trick, and its sevens are live."""
    return Head(place=0, cards=cards, beat={}, live=frozenset(c for c in cards if is_seven(c)))


def head_after(head: Head, place: int, pairs: Mapping[str, str]) -> Head:
    """V2.6, V2.8, V2.9, V4.6: the new head, whose cards take their powers from what they beat."""
    sevens = [new for new in pairs if is_seven(new)]
    live = frozenset(new for new in sevens if pairs[new] in head.live or (pairs[new] == THREE and head.led))
    seven_taker = "KC" in pairs and pairs["KC"] in head.live
    king_taker = "KS" in pairs and pairs["KS"] == "KC" and head.seven_taker
    return Head(place, frozenset(pairs), dict(pairs), live, seven_taker, king_taker)


def card_beats(new: str, place: int, old: str, head: Head) -> bool:
    """V2, V4.6: does this card, in the play at this place (not the lead), beat that card of the head?"""
    if old == THREE:
        return beats_three(new, place, head)
    if new == THREE:
        return True  # V2.4: not led, it beats everything
    if old in head.live:
        return new == "KC" or (is_seven(new) and seven_beats(new, old))  # V2.6, V2.7
    if is_seven(new):
        return False  # V2.5: it beats nothing (the exceptions are a live seven, above, and a led 3D)
    if is_seven(old):
        return True  # V2.5: a dead seven is beaten by any ordinary card
    if old == "KC" and head.seven_taker:
        return new == "KS" and place == head.place + 1  # V2.8
    if old == "KS" and head.king_taker:
        return False  # V2.9: only by 3D
    return ordinary_beats(new, old)


def beats_three(new: str, place: int, head: Head) -> bool:
    """V2.4, V2.6: a led 3D is beaten by any ordinary card and by a seven of the very next play."""
    if not head.led:
        return False
    return is_ordinary(new) or (is_seven(new) and place == head.place + 1)


def pairings(cards: Play, place: int, head: Head) -> list[dict[str, str]]:
    """V4.5: every way to pair the cards off with the heading cards so that each beats its opposite number."""
    new = sorted(cards)
    found = []
    for old in permutations(sorted(head.cards)):
        pairs = dict(zip(new, old, strict=True))
        if all(card_beats(mine, place, theirs, head) for mine, theirs in pairs.items()):
            found.append(pairs)
    return found


def judge(plays: list[list[str]]) -> list[int]:
    """V2, V4.5: the head after each play, plays counted from 1. Seats and points are not its business."""
    if not plays or not plays[0]:
        raise Illegal("V4.1", "a lead is one card or more")
    seen: set[str] = set()
    heads: list[int] = []
    head: Head | None = None
    for place, texts in enumerate(plays):
        cards = one_play(texts)
        if cards & seen:
            raise Illegal("V1.1", f"{' '.join(sorted(cards & seen))} twice: each card is in the pack once")
        seen |= cards
        if head is None:
            head = lead_head(cards)
        elif len(cards) != len(head.cards):
            raise Illegal("V4.3", f"{len(cards)} cards: as many are played as were led, {len(head.cards)}")
        else:
            # V4.6: where several pairings work they differ only in the points, never in who heads afterwards
            for pairs in pairings(cards, place, head)[:1]:
                head = head_after(head, place, pairs)
        heads.append(head.place + 1)
    return heads


# ----------------------------------------------------------------------------------------------------
# V10: options

CHOICES: dict[str, tuple[object, ...]] = {
    "deal_all": (False, True),
    "three_counts_as_king": (False, True),
    "toqutsit_compulsion": ("heading", "led", "off"),
    "voormsi_proof": ("referee", "shown"),
    "own_kill": ("forfeit", "points", "off"),
    "kill": ("toqutsit", "voormsi"),
    "overshoot": ("bounce", "win"),
}  # the first of each is the default
PRESETS: dict[str, dict[str, object]] = {
    "fa": {},
    "ru": {"kill": "voormsi", "own_kill": "points", "overshoot": "win"},
    "all-dealt": {"deal_all": True},
}


@dataclass(frozen=True)
class Rules:
    """V10: the options in force."""

    players: int
    deal_all: bool
    three_counts_as_king: bool
    toqutsit_compulsion: str
    voormsi_proof: str
    own_kill: str
    kill: str
    overshoot: str
    target: int

    @property
    def sides(self) -> int:
        """V3.1, V8, V9: two sides with four or two players, three with three."""
        return 3 if self.players == 3 else 2

    def side(self, seat: int) -> int:
        """V3.1: partners sit opposite each other."""
        return seat % self.sides


def same_value(left: object, right: object) -> bool:
    """V10: equal and of one type (true is not 1)."""
    return type(left) is type(right) and left == right


def rules_of(players: object, options: object) -> Rules:
    """V10, V3.1: check the number of players and the options; a preset gives way to what is said besides."""
    if isinstance(players, bool) or players not in (2, 3, 4):
        raise Illegal("V3.1", f"{players!r} players: there are 2, 3 or 4")
    assert isinstance(players, int)
    if not isinstance(options, dict):
        raise Illegal("V10", "the options are an object of names and values")
    preset = options.get("preset", "fa")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Illegal("V10", f"preset={preset!r}: one of {', '.join(PRESETS)}")
    values: dict[str, Any] = {name: allowed[0] for name, allowed in CHOICES.items()}
    values["target"] = 12 if players == 3 else 9  # V7.1
    values.update(PRESETS[preset])
    for name, value in options.items():
        if name == "preset":
            continue
        if name == "target":
            if type(value) is not int or not 5 <= value <= 99:
                raise Illegal("V10", f"target={value!r}: a whole number from 5 to 99")
        elif name not in CHOICES:
            raise Illegal("V10", f"no option {name!r}: one of {', '.join([*CHOICES, 'target', 'preset'])}")
        elif not any(same_value(value, allowed) for allowed in CHOICES[name]):
            raise Illegal("V10", f"{name}={value!r}: one of {', '.join(map(str, CHOICES[name]))}")
        values[name] = value
    if values["deal_all"] and players == 2:
        raise Illegal("V8.1", "deal_all is not for two players: four cards each at first, then a stock")
    return Rules(players=players, **values)


def starting_scores(rules: Rules, given: object) -> list[int]:
    """V7.1: one figure per side, each from 0 to less than the target."""
    if given is None:
        return [0] * rules.sides
    if not isinstance(given, list) or len(given) != rules.sides:
        raise Illegal("V7.1", f"start_scores has one figure for each of the {rules.sides} sides")
    for figure in given:
        if type(figure) is not int or not 0 <= figure < rules.target:
            raise Illegal("V7.1", f"start score {figure!r}: from 0 to {rules.target - 1}")
    return list(given)


# ----------------------------------------------------------------------------------------------------
# V6: the points of one trick


@dataclass(frozen=True)
class Beat:
    """V6.9: one play that beat the heading one: who, whose, and which card beat which."""

    seat: int
    beaten_seat: int
    pairs: Mapping[str, str]


@dataclass(frozen=True)
class Award:
    """V6: points of a trick; None for the loss of V6.4."""

    side: int
    points: int | None
    clause: str


def pairing_awards(beats: list[Beat], rules: Rules) -> list[Award]:
    """V6.3-V6.8: what the facts of pairing bring, if the trick is won by the last of these beats."""
    awards: list[Award] = []
    for number, beat in enumerate(beats):
        wins_the_trick = number == len(beats) - 1
        if is_kill(beat, wins_the_trick, rules):
            if rules.side(beat.seat) != rules.side(beat.beaten_seat):
                awards.append(Award(rules.side(beat.seat), 2, "V6.3"))
            elif rules.own_kill != "off":
                awards.append(Award(rules.side(beat.seat), None, "V6.4"))
        if beat.pairs.get(THREE) == VOORMSI:
            awards.append(Award(rules.side(beat.seat), 1, "V6.5"))
        had_beaten_voormsi = any(earlier.pairs.get(TOQUTSIT) == VOORMSI for earlier in beats[:number])
        if beat.pairs.get(THREE) == TOQUTSIT and had_beaten_voormsi:
            awards = [award for award in awards if award.clause != "V6.3"]
            awards.append(Award(rules.side(beat.seat), 2, "V6.6"))
    return awards


def is_kill(beat: Beat, wins_the_trick: bool, rules: Rules) -> bool:
    """V6.3, V6.4, V6.8: JC beats the heading KH, or by the option KH beats the heading JC and wins."""
    if rules.kill == "toqutsit":
        return beat.pairs.get(TOQUTSIT) == VOORMSI
    return beat.pairs.get(VOORMSI) == TOQUTSIT and wins_the_trick


def favour(beats: list[Beat], rules: Rules) -> tuple[bool, int]:
    """V4.6: how good the facts are for the side of the last beat: first no loss, then the most points.

    V6.1 is the same for all pairings of a play. Two pairings bring different points only when 3D is in it;
    such a play is beaten by nothing, so to reckon it as the winning one is exact.
    """
    side = rules.side(beats[-1].seat)
    mine = [award for award in pairing_awards(beats, rules) if award.side == side]
    no_loss = all(award.points is not None for award in mine)
    return no_loss, sum(award.points or 0 for award in mine)


def best_facts(beats: list[Beat], new: Beat, ways: list[dict[str, str]], rules: Rules) -> dict[str, str]:
    """V4.6: of the pairings that work, the facts most favourable to the side that made the play."""
    return max(ways, key=lambda pairs: favour([*beats, Beat(new.seat, new.beaten_seat, pairs)], rules))


# ----------------------------------------------------------------------------------------------------
# Tricks and deals


@dataclass
class Trick:
    """V2, V4, V8.2: the plays so far, and the one that heads."""

    length: int  # plays in the whole trick
    plays: list[tuple[int, Play]] = field(default_factory=list)
    head: Head | None = None
    beats: list[Beat] = field(default_factory=list)
    voormsi_player_held_toqutsit: bool = False  # V6.1 (c)

    @property
    def heading_seat(self) -> int:
        """V2: whose play heads the trick."""
        assert self.head is not None
        return self.plays[self.head.place][0]

    def add(self, seat: int, cards: Play, hand_before: set[str], rules: Rules) -> None:
        """V4.5, V4.6: lay a play down and see whether it becomes the head."""
        if VOORMSI in cards:
            self.voormsi_player_held_toqutsit = TOQUTSIT in hand_before
        place = len(self.plays)
        if self.head is None:
            self.head = lead_head(cards)
        else:
            ways = pairings(cards, place, self.head)
            if ways:
                new = Beat(seat, self.heading_seat, {})
                pairs = best_facts(self.beats, new, ways, rules)
                self.beats.append(Beat(seat, self.heading_seat, pairs))
                self.head = head_after(self.head, place, pairs)
        self.plays.append((seat, cards))


def voormsi_awards(trick: Trick, played_before: set[str], rules: Rules) -> list[Award]:
    """V6.1: the trick is won by a KH, and for all its player could know the JC could still have beaten it."""
    assert trick.head is not None
    if VOORMSI not in trick.head.cards:
        return []
    in_the_last_play = trick.head.place == trick.length - 1  # (a)
    toqutsit_in_an_earlier_trick = TOQUTSIT in played_before  # (b)
    toqutsit_in_his_hand = trick.voormsi_player_held_toqutsit  # (c)
    earlier_plays = trick.plays[: trick.head.place]
    toqutsit_earlier_in_this_trick = any(TOQUTSIT in cards for _, cards in earlier_plays)  # (d)
    if in_the_last_play or toqutsit_in_an_earlier_trick:
        return []
    if toqutsit_in_his_hand or toqutsit_earlier_in_this_trick:
        return []
    return [Award(rules.side(trick.heading_seat), 1, "V6.1")]


@dataclass
class Deal:
    """V5, V6, V7.2: what has happened in one deal."""

    dealer: int
    scores_before: list[int]
    scores_after: list[int]
    trick_sides: list[int] = field(default_factory=list)  # V4.7: the side of each trick, k times for k cards
    bonus: list[int] = field(default_factory=list)  # V6: points of each side
    settled: list[int] = field(default_factory=list)  # V7.2, V6.4: what each side has banked or lost already
    played: set[str] = field(default_factory=set)  # in earlier tricks
    void: bool = False
    tricks: list[dict[str, Any]] = field(default_factory=list)
    banked: list[dict[str, int]] = field(default_factory=list)


def points_for_tricks(won: int) -> int:
    """V5.1: 1 for the first five tricks and 1 for each further one."""
    return 0 if won < 5 else 1 + (won - 5)


def first_five(side: int, deal: Deal, rules: Rules) -> int:
    """V5.2, V8.6, V9.1: 1 for the side of all the first five tricks, not with three players."""
    if rules.players == 3:
        return 0
    return 1 if deal.trick_sides[:5] == [side] * 5 else 0


def earned(side: int, deal: Deal, rules: Rules) -> int:
    """V5, V6: all that the side has earned in the deal so far."""
    return points_for_tricks(deal.trick_sides.count(side)) + first_five(side, deal, rules) + deal.bonus[side]


def score_after(score: int, points: int, rules: Rules) -> int:
    """V7.3: beyond the target the excess is counted back, never below 0; or, by the option, it wins."""
    total = score + points
    if total <= rules.target:
        return total
    if rules.overshoot == "win":
        return rules.target
    return max(0, rules.target - (total - rules.target))


# ----------------------------------------------------------------------------------------------------
# The table


class Table:
    """V3-V9: one rubber, event by event. Nothing is changed by an event that is refused."""

    def __init__(
        self, players: int, options: dict[str, object] | None = None, start_scores: list[int] | None = None
    ) -> None:
        self.rules = rules_of(players, {} if options is None else options)
        self.scores: list[int] = starting_scores(self.rules, start_scores)
        self.over = False
        self.winners: list[int] = []
        self.turn: int | None = None
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.stock: list[str] = []
        self.deals: list[Deal] = []
        self.trick: Trick = self.new_trick()

    # -- who and where

    def new_trick(self) -> Trick:
        """V3.4, V8.2: a play from everybody, or with two players two from each."""
        return Trick(length=4 if self.rules.players == 2 else self.rules.players)

    def next_seat(self, seat: int) -> int:
        """V3.4: clockwise."""
        return (seat + 1) % self.rules.players

    def seats_from(self, seat: int) -> list[int]:
        """V3.5: all the seats in turn, beginning with this one."""
        return [(seat + step) % self.rules.players for step in range(self.rules.players)]

    def refuse_if_over(self) -> None:
        """V7.4, V10: a rubber that is won or broken off is over."""
        if self.over:
            raise Illegal("V7.4" if self.winners else "V10", "the rubber is over")

    # -- the deal

    def deal(self, dealer: int, hands: list[list[str]], stock: list[str]) -> None:
        """V3.2, V3.3: a new deal by the next dealer."""
        self.refuse_if_over()
        if self.turn is not None:
            raise Illegal("V7.5", "the deal under way is not finished")
        self.check_dealer(dealer)
        dealt = self.check_hands(hands, stock)
        self.hands = [set(hand) for hand in dealt[:-1]]
        self.stock = list(dealt[-1])
        sides = self.rules.sides
        self.deals.append(Deal(dealer, list(self.scores), list(self.scores), [], [0] * sides, [0] * sides))
        self.trick = self.new_trick()
        self.turn = self.next_seat(dealer)  # V3.4

    def check_dealer(self, dealer: object) -> None:
        """V3.2: anybody deals first, then the deal passes clockwise."""
        if type(dealer) is not int or not 0 <= dealer < self.rules.players:
            raise Illegal("V3.2", f"dealer {dealer!r}: a seat from 0 to {self.rules.players - 1}")
        if self.deals:
            due = self.next_seat(self.deals[-1].dealer)
            if dealer != due:
                raise Illegal("V3.2", f"dealer {dealer}: the deal passes to {due}")

    def check_hands(self, hands: list[list[str]], stock: list[str]) -> list[list[str]]:
        """V3.3, V1.1: four cards each, or the whole pack; all is the pack. The stock comes last."""
        size = len(PACK) // self.rules.players if self.rules.deal_all else 4
        if len(hands) != self.rules.players or any(len(hand) != size for hand in hands):
            raise Illegal("V3.3", f"{self.rules.players} hands of {size} cards are dealt")
        heaps = [[card(text) for text in heap] for heap in [*hands, stock]]
        dealt = [code for heap in heaps for code in heap]
        if len(dealt) != len(set(dealt)) or set(dealt) != PACK:
            raise Illegal("V1.1", "hands and stock are not the 36 cards of the pack, each once")
        return heaps

    # -- what may be played

    def legal(self) -> set[Play]:
        """V4: every play that the seat to act may make."""
        if self.turn is None:
            return set()
        hand = sorted(self.hands[self.turn])
        sizes = range(1, 5) if self.trick.head is None else [len(self.trick.head.cards)]
        found = set()
        for size in sizes:
            for cards in combinations(hand, size):
                if self.objection(frozenset(cards)) is None:
                    found.add(frozenset(cards))
        return found

    def objection(self, cards: Play) -> Illegal | None:
        """V4: what the rules have against these cards (held by the seat to act), if anything."""
        if self.trick.head is None:
            return self.lead_objection(cards)
        wanted = len(self.trick.head.cards)
        if len(cards) != wanted:
            return Illegal("V4.3", f"{len(cards)} cards: as many are played as were led, {wanted}")
        assert self.turn is not None
        if self.toqutsit_is_compelled() and TOQUTSIT in self.hands[self.turn] and TOQUTSIT not in cards:
            return Illegal("V4.4", "an opponent's KH heads the trick: the JC must be in the play")
        return None

    def lead_objection(self, cards: Play) -> Illegal | None:
        """V4.1, V4.2, V8.4: a lead is of one rank, and not of more cards than everyone can answer."""
        if not cards:
            return Illegal("V4.1", "a lead is one card or more")
        others = cards - {THREE}
        if THREE in cards and others:
            if not self.rules.three_counts_as_king:
                return Illegal("V4.2", "3D is a rank of its own and led singly")
            if not all(is_king(code) for code in others):
                return Illegal("V4.2", "3D may be led together with kings only")
        elif len({code[0] for code in cards}) > 1:
            return Illegal("V4.1", "the cards of a lead are of one rank")
        if self.rules.players == 2:
            left = sum(len(hand) for hand in self.hands) + len(self.stock)
            if 4 * len(cards) > left:
                return Illegal("V8.4", f"{len(cards)} cards led: at most {left // 4} with {left} cards left")
        return None

    def toqutsit_is_compelled(self) -> bool:
        """V4.4, V8.5: does an opponent's KH head the trick, as the option wants it?"""
        head = self.trick.head
        if head is None or self.rules.toqutsit_compulsion == "off" or VOORMSI not in head.cards:
            return False
        assert self.turn is not None
        if self.rules.side(self.trick.heading_seat) == self.rules.side(self.turn):
            return False
        return head.led or self.rules.toqutsit_compulsion == "heading"

    # -- a play

    def play(self, seat: int, cards: Iterable[str]) -> None:
        """V4: the seat to act plays these cards."""
        self.refuse_if_over()
        if self.turn is None:
            raise Illegal("V3.3", "the cards are to be dealt first")
        if type(seat) is not int or seat != self.turn:
            raise Illegal(self.turn_clause(), f"seat {seat!r}: seat {self.turn} is to play")
        chosen = one_play(cards)
        hand = self.hands[seat]
        if not chosen <= hand:
            clause = "V4.1" if self.trick.head is None else "V4.3"
            raise Illegal(clause, f"{' '.join(sorted(chosen - hand))}: not held by seat {seat}")
        objection = self.objection(chosen)
        if objection is not None:
            raise objection
        self.trick.add(seat, chosen, set(hand), self.rules)
        hand -= chosen
        self.go_on(seat)

    def turn_clause(self) -> str:
        """V3.4, V8.3: which clause says whose turn it is."""
        return "V8.3" if self.rules.players == 2 and len(self.trick.plays) >= 2 else "V3.4"

    def go_on(self, seat: int) -> None:
        """V3.4, V8.2, V8.3: who acts after this play."""
        done = len(self.trick.plays)
        if done == self.trick.length:
            self.finish_trick()
        elif self.rules.players == 2 and done == 2:
            self.refill(self.trick.heading_seat)
            self.turn = self.trick.heading_seat
        else:
            self.turn = self.next_seat(seat)

    def refill(self, first: int) -> None:
        """V3.5, V8.3: up to four cards, one at a time in turn, while the stock lasts."""
        while self.stock and any(len(hand) < 4 for hand in self.hands):
            for seat in self.seats_from(first):
                if self.stock and len(self.hands[seat]) < 4:
                    self.hands[seat].add(self.stock.pop(0))

    # -- the end of a trick

    def finish_trick(self) -> None:
        """V5-V7: count the trick, then let a loss fall, then bank; then refill, or end the deal."""
        deal, trick = self.deals[-1], self.trick
        assert trick.head is not None
        winner = trick.heading_seat
        awards = voormsi_awards(trick, deal.played, self.rules) + pairing_awards(trick.beats, self.rules)
        self.count_trick(deal, trick, winner, awards)
        self.trick = self.new_trick()
        losers = [award.side for award in awards if award.points is None]
        for side in losers:
            self.lose_all(deal, side)
        if losers and self.rules.own_kill == "forfeit":
            self.forfeit(deal, losers[0])
        else:
            self.bank_after_trick(deal, winner)
        deal.scores_after = list(self.scores)

    def count_trick(self, deal: Deal, trick: Trick, winner: int, awards: list[Award]) -> None:
        """V4.7, V5, V6: note the trick and its points, pending."""
        assert trick.head is not None
        count = len(trick.head.cards)
        deal.trick_sides += [self.rules.side(winner)] * count
        for award in awards:
            deal.bonus[award.side] += award.points or 0
        for _, cards in trick.plays:
            deal.played |= cards
        points = [{"side": a.side, "points": a.points, "clause": a.clause} for a in awards]
        deal.tricks.append({"winner": winner, "count": count, "points": points})

    def lose_all(self, deal: Deal, side: int) -> None:
        """V6.4: the rubber score and all that is earned in the deal up to now is lost."""
        self.scores[side] = 0
        deal.settled[side] = earned(side, deal, self.rules)

    def forfeit(self, deal: Deal, loser: int) -> None:
        """V6.4: the other side banks, this trick included, and the deal ends."""
        for side in range(self.rules.sides):
            if side != loser:
                self.bank(deal, side)
        self.turn = None

    def bank_after_trick(self, deal: Deal, winner: int) -> None:
        """V7.2, V7.4, V5.3: the losers of a trick bank; at the end of a deal, if not void, the winner."""
        last = not self.stock and not any(self.hands)
        if last and len(set(deal.trick_sides)) == 1:
            deal.void = True
            self.turn = None
            return
        in_turn = [self.rules.side(seat) for seat in self.seats_from(winner)]
        losing_sides = [side for side in dict.fromkeys(in_turn) if side != self.rules.side(winner)]
        for side in losing_sides + ([self.rules.side(winner)] if last else []):
            self.bank(deal, side)
        if self.over or last:
            self.turn = None
            return
        self.refill(winner)
        self.turn = winner

    def bank(self, deal: Deal, side: int) -> None:
        """V7.2-V7.4: bank all that is earned and not yet settled; exactly the target wins at once."""
        if self.over:
            return
        points = earned(side, deal, self.rules) - deal.settled[side]
        if points == 0:
            return
        deal.settled[side] += points
        self.scores[side] = score_after(self.scores[side], points, self.rules)
        entry = {"trick": len(deal.tricks) - 1, "side": side, "points": points, "score": self.scores[side]}
        deal.banked.append(entry)
        if self.scores[side] == self.rules.target:
            self.over = True
            self.winners = [side]

    def end(self) -> None:
        """V10: the rubber is broken off; nobody has won and the scores stand."""
        self.refuse_if_over()
        self.over = True
        self.turn = None

    # -- the report

    def summary(self) -> dict[str, Any]:
        """The JSON of a replay."""
        return {
            "game": "voormsi",
            "over": self.over,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "deals": [
                {
                    "dealer": deal.dealer,
                    "void": deal.void,
                    "scores_before": list(deal.scores_before),
                    "scores_after": list(deal.scores_after),
                    "tricks": [{**t, "points": [dict(p) for p in t["points"]]} for t in deal.tricks],
                    "banked": [dict(entry) for entry in deal.banked],
                }
                for deal in self.deals
            ],
        }


# ----------------------------------------------------------------------------------------------------
# Records


def read_line(line: str) -> dict[str, Any]:
    """One line of a record is one JSON object."""
    try:
        value = json.loads(line)
    except ValueError as error:
        raise Illegal(RECORD, f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Illegal(RECORD, "a line is a JSON object")
    return value


def texts_of(value: object, what: str) -> list[str]:
    """A list of card texts."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Illegal(RECORD, f"{what} is a list of cards")
    return value


def table_of(header: dict[str, Any]) -> Table:
    """The header of a record: the game, the players, the options, the scores at the start."""
    if not same_value(header.get("messdeck"), 1):
        raise Illegal(RECORD, 'a record begins with {"messdeck": 1, ...}')
    if header.get("game") != "voormsi":
        raise Illegal(RECORD, f"game {header.get('game')!r}: this is for voormsi")
    if "players" not in header:
        raise Illegal(RECORD, "the header says how many players there are")
    return Table(header["players"], header.get("options", {}), header.get("start_scores"))


def apply(table: Table, event: dict[str, Any]) -> None:
    """One event of a record."""
    kind = event.get("type")
    if kind == "deal":
        hands = event.get("hands")
        if not isinstance(hands, list):
            raise Illegal(RECORD, "hands is a list of hands")
        heaps = [texts_of(hand, "a hand") for hand in hands]
        stock = texts_of(event.get("stock"), "the stock")
        table.deal(event.get("dealer"), heaps, stock)  # type: ignore[arg-type]
    elif kind == "play":
        table.play(event.get("seat"), texts_of(event.get("cards"), "cards"))  # type: ignore[arg-type]
    elif kind == "end":
        table.end()
    elif kind != "note":
        raise Illegal(RECORD, f"event type {kind!r}: deal, play, end or note")


def replay(lines: list[str]) -> dict[str, Any]:
    """A whole record to its summary; Illegal carries the line. Blank lines are skipped but counted."""
    table: Table | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = read_line(line)
            if table is None:
                table = table_of(value)
            else:
                apply(table, value)
        except Illegal as error:
            error.line = number
            raise
    if table is None:
        raise Illegal(RECORD, "an empty record", 1)
    return table.summary()


def random_deal(rng: random.Random, rules: Rules) -> tuple[list[list[str]], list[str]]:
    """V3.3: shuffle and deal."""
    pack = sorted(PACK)
    rng.shuffle(pack)
    size = len(PACK) // rules.players if rules.deal_all else 4
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    return hands, pack[rules.players * size :]


def random_record(
    rng: random.Random,
    players: int,
    options: dict[str, Any],
    max_deals: int,
    start_scores: list[int] | None = None,
) -> list[str]:
    """The record of a game of uniformly random legal plays, to the end of the rubber or of so many deals."""
    table = Table(players, options, start_scores)
    header: dict[str, Any] = {"messdeck": 1, "game": "voormsi", "players": players, "options": options}
    if start_scores is not None:
        header["start_scores"] = start_scores
    lines = [json.dumps(header)]
    dealer = rng.randrange(players)
    while not table.over and len(table.deals) < max_deals:
        hands, stock = random_deal(rng, table.rules)
        lines.append(json.dumps({"type": "deal", "dealer": dealer, "hands": hands, "stock": stock}))
        table.deal(dealer, hands, stock)
        while table.turn is not None:
            seat = table.turn
            cards = rng.choice(sorted(sorted(play) for play in table.legal()))
            lines.append(json.dumps({"type": "play", "seat": seat, "cards": cards}))
            table.play(seat, cards)
        dealer = table.next_seat(dealer)
    return lines
