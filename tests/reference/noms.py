"""Noms played slowly, in strings and sets: an oracle written from the rules, clause by clause."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

SEATS = (0, 1, 2, 3)
RANKS = "23456789TJQKA"
SUITS = "CDHS"
TRUMPS = ("C", "D", "H", "S", "NT")
SORTED_SUITS = "HCDS"
PACK = frozenset(rank + suit for suit in SUITS for rank in RANKS)
SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
ROUNDS = {
    "4-3-3-3": ((4, 3, 3, 3), (3, 4, 3, 3), (3, 3, 4, 3), (3, 3, 3, 4)),
    "5-3-5": ((5, 5, 5, 5), (3, 3, 3, 3), (5, 5, 5, 5)),
}
PASS, MIS, VIS = "pass", "mis", "mis-a-vis"
RECORD = "record"
"""Stands where a clause would when it is the record's form, and no rule of the game, that is broken."""


class Illegal(Exception):
    """What the rules, or the record format, do not allow; `clause` says which, `line` where in a record."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(message)
        self.clause = clause
        self.line: int | None = None


# --- the options ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The options of a table with their defaults (N9)."""

    shuffle: str = "never"
    packets: str = "4-3-3-3"
    double_hand_dealer: str = "next"
    minimum_bid: int = 10
    mis_rank: str = "top"
    forced_bid: int | None = None
    leader: str = "bidder"
    solo_opponents: str = "full"
    thirteen_scores: int = 13
    mis_penalty: bool = False
    unbid_slam: bool = False
    target: int = 101


PRESETS: dict[str, dict[str, object]] = {
    "fa": {},
    "low": {"minimum_bid": 7, "forced_bid": 7},
    "small-mis": {"mis_rank": "between_10_and_11"},
}
ONE_TO_THIRTEEN: tuple[object, ...] = tuple(range(1, 14))
CHOICES: dict[str, tuple[object, ...]] = {
    "shuffle": ("never", "always"),
    "packets": ("4-3-3-3", "5-3-5"),
    "double_hand_dealer": ("next", "same"),
    "minimum_bid": ONE_TO_THIRTEEN,
    "mis_rank": ("top", "between_10_and_11"),
    "forced_bid": (None, *ONE_TO_THIRTEEN),
    "leader": ("bidder", "left_of_dealer"),
    "solo_opponents": ("full", "one_point"),
    "thirteen_scores": (13, 26),
    "mis_penalty": (False, True),
    "unbid_slam": (False, True),
}


def is_whole(value: object) -> bool:
    """Whether a value is a whole number and not true or false (N9)."""
    return type(value) is int


def is_one_of(value: object, choices: Iterable[object]) -> bool:
    """Whether a value stands among the choices; 1 is not true and 13.0 is not 13 (N9)."""
    return any(type(value) is type(choice) and value == choice for choice in choices)


def check_option(name: str, value: object) -> None:
    """Refuse an unknown option or a value out of range (N9)."""
    if name == "target":
        if not (type(value) is int and value >= 1):
            raise Illegal("N9", f"target: {value!r} is not a whole number from 1")
    elif name not in CHOICES:
        raise Illegal("N9", f"{name}: no such option; there are {', '.join([*CHOICES, 'target', 'preset'])}")
    elif not is_one_of(value, CHOICES[name]):
        raise Illegal("N9", f"{name}: {value!r} is none of {CHOICES[name]}")


def read_options(options: dict[str, object] | None) -> Rules:
    """The rules of a table: the preset first, then what is named beside it (N9, N6.7)."""
    named = dict(options or {})
    preset = named.pop("preset", "fa")
    if not (isinstance(preset, str) and preset in PRESETS):
        raise Illegal("N9", f"preset: {preset!r} is none of {', '.join(PRESETS)}")
    chosen = {**PRESETS[preset], **named}
    for name, value in chosen.items():
        check_option(name, value)
    between = chosen.get("mis_rank", "top") == "between_10_and_11"
    if chosen.get("mis_penalty") is True and not between:
        raise Illegal("N9", "mis_penalty: may be on only with mis_rank=between_10_and_11 (N6.7)")
    return Rules(**{"mis_penalty": between, **chosen})  # type: ignore[arg-type]


# --- cards ----------------------------------------------------------------------------------------------


def read_rank(text: object) -> str:
    """A rank as read from a record: T or 10, capital or not (N1.1)."""
    rank = text.upper() if isinstance(text, str) else ""
    rank = "T" if rank == "10" else rank
    if len(rank) != 1 or rank not in RANKS:
        raise Illegal("N1.1", f"{text!r} is no rank; the ranks are A K Q J T 9 8 7 6 5 4 3 2")
    return rank


def read_card(text: object) -> str:
    """A card as read from a record: 7H, 10h, 10♥ (N1.1)."""
    if not isinstance(text, str) or len(text) < 2:
        raise Illegal("N1.1", f"{text!r} is no card; a card is a rank and a suit such as 7H")
    suit = SYMBOLS.get(text[-1], text[-1].upper())
    try:
        rank = read_rank(text[:-1])
    except Illegal:
        rank = ""
    if rank + suit not in PACK:
        raise Illegal("N1.1", f"{text!r} is no card of the pack of 52")
    return rank + suit


def rank_of(card: str) -> str:
    """The rank of a card (N1.1)."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit of a card (N1.1)."""
    return card[1]


def left_of(seat: int) -> int:
    """The next seat clockwise (N1.1)."""
    return (seat + 1) % 4


def from_left_of(seat: int) -> list[int]:
    """The four seats clockwise, the given one last (N1.1)."""
    return [(seat + step) % 4 for step in (1, 2, 3, 4)]


# --- the deal -------------------------------------------------------------------------------------------


def packet_seats(dealer: int, packets: str) -> list[int]:
    """To whom each of the 52 cards goes, from the top of the cut pack (N2.3)."""
    seats: list[int] = []
    for sizes in ROUNDS[packets]:
        for seat, size in zip(from_left_of(dealer), sizes, strict=True):
            seats.extend([seat] * size)
    return seats


def deal_out(pack: Sequence[str], dealer: int, packets: str) -> list[set[str]]:
    """The four hands dealt from the top of a pack already cut (N2.3)."""
    hands: list[set[str]] = [set() for _ in SEATS]
    for card, seat in zip(pack, packet_seats(dealer, packets), strict=True):
        hands[seat].add(card)
    return hands


def cut_pack(pack: Sequence[str], cut: int) -> list[str]:
    """The top `cut` cards go, in order, to the bottom (N2.4)."""
    return [*pack[cut:], *pack[:cut]]


def sorted_hand(hand: Iterable[str]) -> list[str]:
    """A hand by suit hearts, clubs, diamonds, spades, each from high to low (N2.5)."""
    return sorted(hand, key=lambda card: (SORTED_SUITS.index(suit_of(card)), -RANKS.index(rank_of(card))))


def double_hand_pack(hands: Sequence[set[str]], dealer: int) -> list[str]:
    """The sorted hands stacked clockwise from the left of that dealer, each on those before (N2.5)."""
    pack: list[str] = []
    for seat in from_left_of(dealer):
        pack = sorted_hand(hands[seat]) + pack
    return pack


def lies_in_blocks(pack: Sequence[str], blocks: Sequence[set[str]]) -> bool:
    """Whether a pack is the given blocks laid one on another in any order, any order within each (N2.4)."""
    rest = list(pack)
    left = [set(block) for block in blocks if block]
    while rest:
        tops = [block for block in left if rest[0] in block]
        if not tops or set(rest[: len(tops[0])]) != tops[0]:
            return False
        rest = rest[len(tops[0]) :]
        left.remove(tops[0])
    return not left


# --- the auction ----------------------------------------------------------------------------------------


def bids_in_order(rules: Rules) -> list[str]:
    """Every bid of the table from low to high (N3.2, N3.3, N3.4)."""
    numbers = list(range(rules.minimum_bid, 14))
    if rules.mis_rank == "top":
        return [*map(str, numbers), MIS, VIS]
    low = [str(number) for number in numbers if number <= 10]
    high = [str(number) for number in numbers if number >= 11]
    return [*low, MIS, *high]


def spoken_bids(auction: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """What was bid, passes left out (N3.5)."""
    return [(seat, bid) for seat, bid in auction if bid != PASS]


def must_bid(auction: Sequence[tuple[int, str]], rules: Rules) -> bool:
    """Whether the fourth player is forced, three having passed (N3.8)."""
    return rules.forced_bid is not None and [bid for _, bid in auction] == [PASS, PASS, PASS]


def forced_floor(rules: Rules) -> str:
    """The least that a forced player may bid (N3.8)."""
    return str(max(rules.forced_bid or 0, rules.minimum_bid))


def bids_allowed(auction: Sequence[tuple[int, str]], rules: Rules) -> set[str]:
    """What may be said next in an auction (N3.5, N3.6, N3.8)."""
    order = bids_in_order(rules)
    if must_bid(auction, rules):
        return set(order[order.index(forced_floor(rules)) :])
    spoken = spoken_bids(auction)
    if not spoken:
        return {PASS, *order}
    return {PASS, *order[order.index(spoken[-1][1]) + 1 :]}


def why_not_bid(bid: str, auction: Sequence[tuple[int, str]], rules: Rules) -> tuple[str, str]:
    """Clause and words for a bid that is not allowed (N3)."""
    order = bids_in_order(rules)
    if bid == VIS and bid not in order:
        return "N3.4", "there is no Mis a Vis when Mis ranks between 10 and 11"
    if bid in map(str, range(1, 14)) and bid not in order:
        return "N3.3", f"{bid} is below the minimum bid of {rules.minimum_bid}"
    if bid != PASS and bid not in order:
        return "N3.2", f"{bid!r} is no bid; there are pass, {', '.join(order)}"
    if must_bid(auction, rules):
        return "N3.8", f"{bid}: three have passed; {forced_floor(rules)} at least must be bid"
    return "N3.5", f"{bid} is not higher than {spoken_bids(auction)[-1][1]}"


def auction_ended(auction: Sequence[tuple[int, str]]) -> bool:
    """A bid and three passes in a row, or four passes at the start (N3.7)."""
    said = [bid for _, bid in auction]
    if spoken_bids(auction):
        return said[-3:] == [PASS, PASS, PASS]
    return len(said) == 4


# --- the contract ---------------------------------------------------------------------------------------


def called_card(trump: str | None, call: str) -> str | None:
    """The full card called; a bare rank is of the trump suit, which may not be known yet (N4.3, N4.4)."""
    if len(call) == 2:
        return call
    return None if trump is None else call + trump


def contracts_allowed(rules: Rules) -> set[str]:
    """Every contract that may be named, as TRUMP:CALL (N4.2, N4.3, N4.4)."""
    allowed = {f"{suit}:{call}" for suit in SUITS for call in (*PACK, *RANKS)}
    allowed |= {f"NT:{card}" for card in PACK}
    if rules.leader == "bidder":
        allowed |= {f"-:{call}" for call in (*PACK, *RANKS)}
    return allowed


def why_not_contract(trump: str) -> tuple[str, str]:
    """Clause and words for a contract that is not allowed (N4)."""
    if trump == "NT":
        return "N4.3", "with no trumps the called card must be named with its suit"
    return "N4.4", "when the dealer's left leads, a trump suit or no trumps must be named"


# --- the play -------------------------------------------------------------------------------------------


def cards_allowed(hand: set[str], led: str | None) -> set[str]:
    """Follow suit if you can, else anything (N5.1)."""
    of_suit = {card for card in hand if led is not None and suit_of(card) == led}
    return of_suit or set(hand)


def best_card(trump: str, cards: Sequence[str]) -> int:
    """Which card is winning: the highest trump, or else the highest of the suit led (N5.2)."""
    trumps = [card for card in cards if suit_of(card) == trump]
    followers = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    best = max(trumps or followers, key=lambda card: RANKS.index(rank_of(card)))
    return cards.index(best)


def judge(trump: str, cards: list[str]) -> list[int]:
    """Which play heads the trick after each card, counted from 1 (N5.2)."""
    if trump not in TRUMPS:
        raise Illegal("N4.2", f"{trump!r} is neither a trump suit nor NT")
    played = [read_card(card) for card in cards]
    for index, card in enumerate(played):
        if card in played[:index]:
            raise Illegal("N1.1", f"{card} is played twice; the pack has it once")
    if len(played) > 4:
        raise Illegal("N1.1", f"{len(played)} cards: a trick has one card from each of four players")
    return [best_card(trump, played[: count + 1]) + 1 for count in range(len(played))]


# --- the score ------------------------------------------------------------------------------------------


def give(seats: Iterable[int], points: int) -> list[int]:
    """So many points to each of these seats and none to the others (N6.9)."""
    return [points if seat in set(seats) else 0 for seat in SEATS]


def score_number(
    bidder: int, partner: int | None, bid: int, won: int, rules: Rules
) -> tuple[bool, list[int]]:
    """Whether a number bid was made, and the points before doubling (N6.1, N6.2, N6.3, N6.6, N6.8)."""
    side = {bidder} if partner is None else {bidder, partner}
    others = set(SEATS) - side
    worth = rules.thirteen_scores if bid == 13 else bid
    if rules.unbid_slam and bid < 13 and won == 13:
        return False, give(others, 26)
    made = won >= bid
    if partner is None and rules.solo_opponents == "one_point":
        points = give(others, 1)
        points[bidder] = worth if made else 0
        return made, points
    return made, give(side if made else others, worth)


def score_mis(bidder: int, bid: str, won: int, rules: Rules) -> tuple[bool, list[int]]:
    """Whether a Mis or Mis a Vis was made, and the points before doubling (N6.4, N6.7)."""
    worth = 26 if bid == VIS else 13
    if rules.mis_rank == "between_10_and_11":
        worth = 10
    if won == 0:
        return True, give({bidder}, worth)
    if rules.mis_penalty:
        return False, give({bidder}, -(10 + won))
    return False, give(set(SEATS) - {bidder}, worth)


def winning_seats(scores: Sequence[int]) -> list[int]:
    """Whoever has the highest total; equal totals share the win (N7.1, N7.2)."""
    return [seat for seat in SEATS if scores[seat] == max(scores)]


# --- the table ------------------------------------------------------------------------------------------


@dataclass
class Deal:
    """One deal, passed out, played, or under way."""

    dealer: int
    double: bool
    scores_after: list[int]
    auction: list[tuple[int, str]] = field(default_factory=list)
    passed_out: bool = False
    bidder: int | None = None
    bid: str | None = None
    trump: str | None = None
    called: str | None = None
    call: str | None = None
    partner: int | None = None
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    conceded: set[int] = field(default_factory=set)
    made: bool | None = None
    points: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def summary(self) -> dict[str, object]:
        """The deal as the replay of a record shows it."""
        return {
            "dealer": self.dealer,
            "double": self.double,
            "passed_out": self.passed_out,
            "bidder": self.bidder,
            "bid": self.bid,
            "trump": self.trump,
            "call": self.call,
            "partner": self.partner,
            "tricks": [{"winner": winner} for winner in self.winners],
            "made": self.made,
            "points": list(self.points),
            "scores_after": list(self.scores_after),
        }


class Table:
    """A game of Noms, action by action."""

    def __init__(
        self, options: dict[str, object] | None = None, start_scores: list[int] | None = None
    ) -> None:
        self.rules = read_options(options)
        self.scores = check_start_scores(start_scores, self.rules)
        self.over = False
        self.winners: list[int] = []
        self.turn: int | None = None
        self.phase = "deal"
        self.hands: list[set[str]] = [set() for _ in SEATS]
        self.deals: list[Deal] = []

    # what may be done

    def due_dealer(self) -> int | None:
        """Who deals next; None when anyone may (N2.1, N2.5)."""
        if not self.deals:
            return None
        last = self.deals[-1]
        if last.passed_out and self.rules.double_hand_dealer == "same":
            return last.dealer
        return left_of(last.dealer)

    def due_double(self) -> bool:
        """Whether the next deal is a double hand (N2.5)."""
        return bool(self.deals) and self.deals[-1].passed_out

    def may_shuffle(self) -> bool:
        """Whether the next deal is from a shuffled pack (N2.2)."""
        return not self.deals or (self.rules.shuffle == "always" and not self.due_double())

    def blocks(self) -> list[set[str]]:
        """What stays together when the last deal is gathered: its tricks and the unplayed hands (N2.4)."""
        tricks = [{card for _, card in trick} for trick in self.deals[-1].tricks]
        return tricks + [set(hand) for hand in self.hands if hand]

    def legal(self) -> set[str]:
        """What the seat to act may do; nothing when a deal is due or the game is over."""
        if self.phase == "auction":
            return bids_allowed(self.deals[-1].auction, self.rules)
        if self.phase == "contract":
            return contracts_allowed(self.rules)
        if self.phase == "play" and self.turn is not None:
            return cards_allowed(self.hands[self.turn], self.led())
        return set()

    def led(self) -> str | None:
        """The suit led to the trick under way (N5.1)."""
        trick = self.deals[-1].trick
        return suit_of(trick[0][1]) if trick else None

    def may_concede(self) -> set[int]:
        """Who may concede a Mis a Vis now: the opponents, once its cards are shown (N5.4, N5.5)."""
        if self.phase != "play" or self.deals[-1].bid != VIS or not self.deals[-1].tricks:
            return set()
        return {seat for seat in SEATS if seat != self.deals[-1].bidder} - self.deals[-1].conceded

    # what is done

    def deal(
        self,
        dealer: int,
        hands: Sequence[Iterable[str]],
        double: bool,
        pack: Sequence[str] | None = None,
        cut: int | None = None,
    ) -> None:
        """A deal begins (N2)."""
        self._expect("deal")
        self._check_dealer(dealer)
        if double is not self.due_double():
            word = "is" if self.due_double() else "is not"
            raise Illegal("N2.5", f"this deal {word} a double hand")
        dealt = check_hands(hands)
        if (pack is None) != (cut is None):
            raise Illegal("N2.4", "a pack and a cut come together or not at all")
        if pack is not None and cut is not None:
            self._check_pack(dealer, dealt, pack, cut)
        self.hands = dealt
        self.deals.append(Deal(dealer, double, list(self.scores)))
        self.phase, self.turn = "auction", left_of(dealer)

    def bid(self, seat: int, bid: str) -> None:
        """A seat passes or bids (N3.5)."""
        self._expect("auction")
        self._expect_seat(seat, "N3.5")
        deal = self.deals[-1]
        if bid not in self.legal():
            raise Illegal(*why_not_bid(bid, deal.auction, self.rules))
        deal.auction.append((seat, bid))
        if auction_ended(deal.auction):
            self._end_auction()
        else:
            self.turn = left_of(seat)

    def contract(self, seat: int, trump: str | None, call: str) -> None:
        """The bidder names trumps and calls a card (N4.2)."""
        self._expect("contract")
        self._expect_seat(seat, "N4.2")
        named = "-" if trump is None else trump
        if named not in (*TRUMPS, "-"):
            raise Illegal("N4.2", f"{trump!r} is neither a trump suit nor NT")
        try:
            called = read_rank(call)
        except Illegal:
            called = read_card(call)
        if f"{named}:{called}" not in self.legal():
            raise Illegal(*why_not_contract(named))
        deal = self.deals[-1]
        deal.trump = None if named == "-" else named
        deal.called = called
        self._resolve_call()
        self._first_lead()

    def play(self, seat: int, card: str) -> None:
        """A seat plays a card (N5.1)."""
        self._expect("play")
        deal = self.deals[-1]
        first = not deal.tricks and not deal.trick
        self._expect_seat(seat, "N1.1" if deal.trick else "N4.1" if first else "N5.2")
        card = read_card(card)
        if card not in self.hands[seat]:
            raise Illegal("N5.1", f"{card} is not in the hand of seat {seat}")
        if card not in self.legal():
            raise Illegal("N5.1", f"{card} does not follow suit; legal: {' '.join(sorted(self.legal()))}")
        self.hands[seat].remove(card)
        deal.trick.append((seat, card))
        if first and deal.trump is None:
            self._name_trump_by_lead(card)
        if len(deal.trick) == 4:
            self._end_trick()
        else:
            self.turn = left_of(seat)

    def concede(self, seat: int) -> None:
        """An opponent of a Mis a Vis concedes (N5.5)."""
        self._expect("play", "N5.5")
        if seat not in self.may_concede():
            allowed = sorted(self.may_concede())
            raise Illegal("N5.5", f"seat {seat} may not concede now; allowed: {allowed or 'nobody'}")
        deal = self.deals[-1]
        deal.conceded.add(seat)
        if len(deal.conceded) == 3:
            self._end_deal()

    def end(self) -> None:
        """The game is broken off; a deal in progress does not count (N7.2)."""
        if self.over:
            self._expect("deal")
        self._end_game()

    def summary(self) -> dict[str, object]:
        """The game as the replay of its record shows it."""
        return {
            "game": "noms",
            "over": self.over,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "deals": [deal.summary() for deal in self.deals],
        }

    # how it goes on

    def _end_auction(self) -> None:
        """Four passes make a double hand; else the last bid stands (N2.5, N3.7, N4.7)."""
        deal = self.deals[-1]
        spoken = spoken_bids(deal.auction)
        if not spoken:
            deal.passed_out = True
            self.phase, self.turn = "deal", None
            return
        deal.bidder, deal.bid = spoken[-1]
        if deal.bid in (MIS, VIS):
            deal.trump = "NT"
            self._first_lead()
        else:
            self.phase, self.turn = "contract", deal.bidder

    def _resolve_call(self) -> None:
        """The called card, once its suit is known, and its holder; only the bidder has played (N4.2-N4.5)."""
        deal = self.deals[-1]
        assert deal.called is not None
        deal.call = called_card(deal.trump, deal.called)
        for seat in set(SEATS) - {deal.bidder}:
            if deal.call in self.hands[seat]:
                deal.partner = seat

    def _name_trump_by_lead(self, card: str) -> None:
        """No trump suit was named: the suit of the first lead is trump, and a bare rank is of it (N4.4)."""
        self.deals[-1].trump = suit_of(card)
        if self.deals[-1].call is None:
            self._resolve_call()

    def _first_lead(self) -> None:
        """The bidder leads, or by option the dealer's left (N4.1)."""
        deal = self.deals[-1]
        self.phase = "play"
        self.turn = deal.bidder if self.rules.leader == "bidder" else left_of(deal.dealer)

    def _end_trick(self) -> None:
        """The winner keeps the trick and leads next, unless the deal is at its end (N5.2, N5.6)."""
        deal = self.deals[-1]
        assert deal.trump is not None
        winner = deal.trick[best_card(deal.trump, [card for _, card in deal.trick])][0]
        deal.tricks.append(deal.trick)
        deal.winners.append(winner)
        deal.trick = []
        lost_mis = deal.bid in (MIS, VIS) and winner == deal.bidder and not self.rules.mis_penalty
        if lost_mis or len(deal.tricks) == 13:
            self._end_deal()
        else:
            self.turn = winner

    def _end_deal(self) -> None:
        """An unfinished trick goes back, the deal is scored, and the game may be over (N2.4, N6, N7.1)."""
        deal = self.deals[-1]
        assert deal.bidder is not None
        assert deal.bid is not None
        for seat, card in deal.trick:
            self.hands[seat].add(card)
        deal.trick = []
        if deal.bid in (MIS, VIS):
            won = deal.winners.count(deal.bidder)
            deal.made, points = score_mis(deal.bidder, deal.bid, won, self.rules)
        else:
            won = sum(winner in (deal.bidder, deal.partner) for winner in deal.winners)
            deal.made, points = score_number(deal.bidder, deal.partner, int(deal.bid), won, self.rules)
        deal.points = [2 * amount if deal.double else amount for amount in points]
        self.scores = [score + amount for score, amount in zip(self.scores, deal.points, strict=True)]
        deal.scores_after = list(self.scores)
        self.phase, self.turn = "deal", None
        if max(self.scores) >= self.rules.target:
            self._end_game()

    def _end_game(self) -> None:
        """The highest total wins (N7.1, N7.2)."""
        self.over, self.phase, self.turn = True, "over", None
        self.winners = winning_seats(self.scores)

    # what is refused

    def _expect(self, phase: str, clause: str | None = None) -> None:
        """Refuse what is out of its time: after the end (N7) or in another phase."""
        if phase == self.phase:
            return
        if self.over:
            reached = max(self.scores) >= self.rules.target
            raise Illegal("N7.1" if reached else "N7.2", "the game is over")
        now = {"deal": "N2.1", "auction": "N3.7", "contract": "N4.2", "play": "N5.6"}[self.phase]
        if phase == "contract" and self.phase == "play" and self.deals[-1].bid in (MIS, VIS):
            now = "N4.7"
        raise Illegal(clause or now, f"out of its time: it is the time of {self.phase}, not of {phase}")

    def _expect_seat(self, seat: int, clause: str) -> None:
        """Refuse a seat whose turn it is not (N1.1, N3.5, N4.1, N4.2, N5.2)."""
        if not is_one_of(seat, SEATS) or seat != self.turn:
            raise Illegal(clause, f"seat {seat} is not to act; seat {self.turn} is")

    def _check_dealer(self, dealer: int) -> None:
        """Refuse a dealer whose turn it is not (N2.1, N2.5)."""
        if not is_one_of(dealer, SEATS):
            raise Illegal("N1.1", f"{dealer!r} is no seat; the seats are 0 to 3")
        due = self.due_dealer()
        if due is not None and dealer != due:
            raise Illegal("N2.5" if self.due_double() else "N2.1", f"seat {due} deals, not seat {dealer}")

    def _check_pack(self, dealer: int, hands: list[set[str]], pack: Sequence[str], cut: int) -> None:
        """Refuse a pack that the last deal cannot have left, or hands it does not give (N2.2-N2.5)."""
        pack = [read_card(card) for card in pack]
        if len(pack) != 52 or set(pack) != PACK:
            raise Illegal("N1.1", "the pack is not the 52 cards, each once")
        if not is_one_of(cut, range(1, 52)):
            raise Illegal("N2.4", f"a cut of {cut!r}; it is from 1 to 51")
        if self.due_double():
            if pack != double_hand_pack(self.hands, self.deals[-1].dealer):
                raise Illegal("N2.5", "the pack is not the sorted hands of the passed-out deal")
        elif not self.may_shuffle() and not lies_in_blocks(pack, self.blocks()):
            raise Illegal("N2.4", "the pack does not keep the tricks of the last deal together")
        if deal_out(cut_pack(pack, cut), dealer, self.rules.packets) != hands:
            raise Illegal("N2.3", "the hands are not those dealt from this pack and cut")


def check_start_scores(start_scores: object, rules: Rules) -> list[int]:
    """Four figures to start from, each below the target (N6.9, N7.1)."""
    if start_scores is None:
        return [0, 0, 0, 0]
    if not isinstance(start_scores, list) or len(start_scores) != 4 or not all(map(is_whole, start_scores)):
        raise Illegal("N6.9", f"start_scores: {start_scores!r} is not a whole number for each of four seats")
    if max(start_scores) >= rules.target:
        raise Illegal("N7.1", f"start_scores: {max(start_scores)} is not below the target of {rules.target}")
    return list(start_scores)


def check_hands(hands: Sequence[Iterable[str]]) -> list[set[str]]:
    """Four hands of 13, the whole pack between them (N1.1, N2.3)."""
    read = [[read_card(card) for card in hand] for hand in hands]
    if len(read) != 4 or any(len(hand) != 13 for hand in read):
        raise Illegal("N2.3", "everyone of four ends with 13 cards")
    if {card for hand in read for card in hand} != PACK:
        raise Illegal("N1.1", "the hands are not the 52 cards, each once")
    return [set(hand) for hand in read]


# --- records --------------------------------------------------------------------------------------------


def read_object(line: str) -> dict[str, object]:
    """One line of a record: a JSON object."""
    try:
        value = json.loads(line)
    except ValueError as error:
        raise Illegal(RECORD, f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise Illegal(RECORD, "a line of a record is a JSON object")
    return value


def read_header(line: str) -> Table:
    """The table that the first line of a record lays."""
    header = read_object(line)
    if not is_one_of(header.get("messdeck"), [1]):
        raise Illegal(RECORD, 'the first line is the header with "messdeck": 1')
    if header.get("game") != "noms":
        raise Illegal(RECORD, f"game: {header.get('game')!r} is not noms")
    if not is_one_of(header.get("players", 4), [4]):
        raise Illegal("N1.1", f"players: {header['players']!r} is not 4")
    options = header.get("options", {})
    if not isinstance(options, dict):
        raise Illegal(RECORD, "options: not an object")
    return Table(options, check_start_scores(header.get("start_scores"), read_options(options)))


def the_seat(event: dict[str, object]) -> int:
    """The seat of an event (N1.1)."""
    seat = event.get("seat")
    if type(seat) is not int or seat not in SEATS:
        raise Illegal(RECORD, f"seat: {seat!r} is none of 0 to 3")
    return seat


def the_text(event: dict[str, object], key: str) -> str:
    """A text of an event."""
    value = event.get(key)
    if not isinstance(value, str):
        raise Illegal(RECORD, f"{key}: {value!r} is not a text")
    return value


def the_cards(value: object, key: str) -> list[str]:
    """A list of card codes in an event."""
    if not isinstance(value, list):
        raise Illegal(RECORD, f"{key}: not a list of cards")
    return [read_card(code) for code in value]


def apply_deal(table: Table, event: dict[str, object]) -> None:
    """Apply a deal as it stands in a record (N2)."""
    dealer, hands, double = event.get("dealer"), event.get("hands"), event.get("double")
    if type(dealer) is not int:
        raise Illegal(RECORD, f"dealer: {dealer!r} is none of 0 to 3")
    if not isinstance(hands, list):
        raise Illegal(RECORD, "hands: not a list of four hands")
    if not isinstance(double, bool):
        raise Illegal(RECORD, "double: true or false is required")
    if ("pack" in event) != ("cut" in event):
        raise Illegal(RECORD, "pack and cut come together or not at all")
    pack = the_cards(event["pack"], "pack") if "pack" in event else None
    cut = event.get("cut")
    if "cut" in event and type(cut) is not int:
        raise Illegal(RECORD, f"cut: {cut!r} is not a whole number from 1 to 51")
    dealt = [the_cards(hand, "hands") for hand in hands]
    table.deal(dealer, dealt, double, pack, cut if type(cut) is int else None)


def apply_event(table: Table, event: dict[str, object]) -> None:
    """Apply one event of a record to a table."""
    match event.get("type"):
        case "note":
            pass
        case "deal":
            apply_deal(table, event)
        case "bid":
            table.bid(the_seat(event), the_text(event, "bid"))
        case "contract":
            if "trump" not in event:
                raise Illegal(RECORD, "trump: C D H S, NT or null is required")
            trump = None if event["trump"] is None else the_text(event, "trump")
            table.contract(the_seat(event), trump, the_text(event, "call"))
        case "play":
            cards = event.get("cards")
            if not isinstance(cards, list) or len(cards) != 1:
                raise Illegal(RECORD, "cards: a list of one card")
            table.play(the_seat(event), read_card(cards[0]))
        case "concede":
            table.concede(the_seat(event))
        case "end":
            table.end()
        case other:
            raise Illegal(RECORD, f"type: {other!r} is no event of Noms")


def replay(lines: list[str]) -> dict[str, object]:
    """A whole record, header first, to its summary; Illegal has the bad line, counted from 1."""
    number = 1
    try:
        table = read_header(lines[0] if lines else "")
        while number < len(lines):
            number += 1
            apply_event(table, read_object(lines[number - 1]))
    except Illegal as error:
        error.line = number
        raise
    return table.summary()


# --- random games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mood:
    """What a random deal leans towards, so that everything the rules know happens often enough."""

    auction: str
    play: str
    hero: int
    patience: float


def random_mood(rng: random.Random) -> Mood:
    """Draw what the next deal leans towards."""
    auction = rng.choice(["free", "free", "free", "passes", "number", "number", MIS, VIS])
    play = rng.choice(["random", "random", "win", "lose"])
    if auction == "number":
        play = rng.choice(["random", "win", "win", "win", "lose"])
    elif auction in (MIS, VIS):
        play = rng.choice(["random", "lose", "lose"])
    return Mood(auction, play, rng.randrange(4), rng.choice([0.0, 0.02, 0.2]))


def wild_hands(rng: random.Random, mood: Mood) -> list[set[str]]:
    """Hands of a shuffled pack in which one seat is very strong or very weak (N2.2 allows any order)."""
    strength = {card: RANKS.index(rank_of(card)) + rng.random() for card in sorted(PACK)}
    if rng.random() < 0.3:
        suit = rng.choice(SUITS)
        strength = {card: value + 20 * (suit_of(card) == suit) for card, value in strength.items()}
    weak = mood.auction in (MIS, VIS)
    order = sorted(strength, key=lambda card: strength[card], reverse=not weak)
    rest = order[13:]
    rng.shuffle(rest)
    hands = [set(rest[:13]), set(rest[13:26]), set(rest[26:])]
    hands.insert(mood.hero, set(order[:13]))
    return hands


def shuffled_pack(rng: random.Random, table: Table, mood: Mood, dealer: int, cut: int) -> list[str]:
    """A shuffled pack, at times one that will deal wild hands after this cut (N2.2)."""
    pack = sorted(PACK)
    rng.shuffle(pack)
    if rng.random() < 0.5:
        return pack
    hands = [sorted(hand) for hand in wild_hands(rng, mood)]
    for hand in hands:
        rng.shuffle(hand)
    dealt = [hands[seat].pop() for seat in packet_seats(dealer, table.rules.packets)]
    return cut_pack(dealt, 52 - cut)


def gathered_pack(rng: random.Random, table: Table) -> list[str]:
    """The last deal gathered: its blocks in a random order, each in a random order (N2.4)."""
    blocks = [sorted(block) for block in table.blocks()]
    rng.shuffle(blocks)
    for block in blocks:
        rng.shuffle(block)
    return [card for block in blocks for card in block]


def random_deal(rng: random.Random, table: Table, mood: Mood) -> dict[str, object]:
    """The next deal: gathered or shuffled, cut blindly, dealt in packets (N2.2-N2.5)."""
    due = table.due_dealer()
    dealer = rng.randrange(4) if due is None else due
    cut = rng.randint(1, 51)
    if table.due_double():
        pack = double_hand_pack(table.hands, table.deals[-1].dealer)
    elif table.may_shuffle():
        pack = shuffled_pack(rng, table, mood, dealer, cut)
    else:
        pack = gathered_pack(rng, table)
    hands = [sorted(hand) for hand in deal_out(cut_pack(pack, cut), dealer, table.rules.packets)]
    double = table.due_double()
    return {"type": "deal", "dealer": dealer, "hands": hands, "double": double, "pack": pack, "cut": cut}


def random_bid(rng: random.Random, table: Table, mood: Mood) -> str:
    """A legal bid, low ones and the mood's own more often."""
    order = [bid for bid in bids_in_order(table.rules) if bid in table.legal()]
    may_pass = PASS in table.legal()
    if not order:
        return PASS
    if mood.auction == "passes" and rng.random() < 0.97:
        return PASS if may_pass else order[0]
    spoken = spoken_bids(table.deals[-1].auction)
    if table.turn == mood.hero and not (spoken and spoken[-1][0] == mood.hero):
        if mood.auction in order:
            return mood.auction
        numbers = [bid for bid in order if bid not in (MIS, VIS)]
        if mood.auction == "number" and numbers:
            return rng.choice(numbers)
    shy = 0.6 if mood.auction == "free" else 0.93
    if may_pass and rng.random() < shy:
        return PASS
    return order[0] if rng.random() < 0.6 else rng.choice(order)


def random_contract(rng: random.Random, table: Table, seat: int) -> tuple[str | None, str]:
    """A legal contract; a card of the bidder's own, or a bare rank, more often than by chance."""
    allowed = sorted(table.legal())
    trump = rng.choice(sorted({contract.split(":")[0] for contract in allowed}))
    calls = [contract.split(":")[1] for contract in allowed if contract.startswith(trump + ":")]
    own = [call for call in calls if call in table.hands[seat]]
    bare = [call for call in calls if len(call) == 1]
    leaning = rng.random()
    if leaning < 0.25 or (leaning < 0.5 and not bare):
        calls = own
    elif leaning < 0.5:
        calls = bare
    return (None if trump == "-" else trump), rng.choice(calls)


def random_card(rng: random.Random, table: Table, mood: Mood, seat: int) -> str:
    """A legal card; the mood may have the bidder's side play high and the others low, or the reverse."""
    cards = sorted(table.legal(), key=lambda card: (RANKS.index(rank_of(card)), card))
    deal = table.deals[-1]
    if mood.play == "random" or rng.random() < 0.05:
        return rng.choice(cards)
    high = (seat in (deal.bidder, deal.partner)) == (mood.play == "win")
    return cards[-1] if high else cards[0]


def random_action(rng: random.Random, table: Table, mood: Mood) -> dict[str, object]:
    """The next event of a random game, its deals aside."""
    seat = table.turn
    assert seat is not None
    conceders = sorted(table.may_concede())
    if conceders and rng.random() < mood.patience:
        return {"type": "concede", "seat": rng.choice(conceders)}
    if table.phase == "auction":
        return {"type": "bid", "seat": seat, "bid": random_bid(rng, table, mood)}
    if table.phase == "contract":
        trump, call = random_contract(rng, table, seat)
        return {"type": "contract", "seat": seat, "trump": trump, "call": call}
    return {"type": "play", "seat": seat, "cards": [random_card(rng, table, mood, seat)]}


def random_record(
    rng: random.Random, options: dict[str, object], max_deals: int, start_scores: list[int] | None = None
) -> list[str]:
    """A random game of at most so many deals, at times broken off, as the lines of its record."""
    table = Table(options, start_scores)
    header: dict[str, object] = {"messdeck": 1, "game": "noms", "players": 4, "options": options}
    if start_scores is not None:
        header["start_scores"] = start_scores
    lines = [json.dumps(header)]
    broken_off_at = rng.randrange(1, 60 * max_deals + 2) if rng.random() < 0.1 else None
    mood = random_mood(rng)
    while not table.over and not (table.phase == "deal" and len(table.deals) == max_deals):
        event: dict[str, object]
        if len(lines) == broken_off_at:
            event = {"type": "end", "reason": "time"}
        elif table.phase == "deal":
            mood = random_mood(rng)
            event = random_deal(rng, table, mood)
        else:
            event = random_action(rng, table, mood)
        apply_event(table, event)
        lines.append(json.dumps(event))
    return lines
