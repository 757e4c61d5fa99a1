"""What a table page shows, as plain data in the reader's words: templates only arrange it.

A scene is made from a seat's (or a spectator's) `View` and from what everybody at the table may know, never
from a position, so that no template can tell too much.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from messdeck.core.sheet import Sheet


@dataclass(frozen=True)
class CardScene:
    """A card: its code, its name for screen readers, and for a hand whether it may be played."""

    code: str
    """Rank then suit, such as `7H`: for ids and the drawing, never shown as text."""
    text: str
    """As written for people: 7♥."""
    name: str
    """As spoken: seven of hearts."""
    playable: bool = True
    refusal: str = ""
    """Why it may not be played, in words with the clause."""
    special: str = ""
    """The name of a card with a name of its own (Toqutsit, Voormsi), or empty."""
    live: bool = False
    """A live seven on the table (V2.6)."""


@dataclass(frozen=True)
class SeatScene:
    """A seat around the cloth."""

    number: int
    place: str
    """`bottom`, `left`, `top` or `right`: where the viewer sees it (clockwise, never mirrored)."""
    name: str
    kind: str
    """`person`, `computer` or `open`."""
    cards_left: int = 0
    tricks: int = 0
    acting: bool = False
    waiting: str = ""
    """What the table waits for from this seat, in words; empty if for nothing."""
    dealer: bool = False
    me: bool = False
    away: bool = False
    """A person who has left; after the grace period a computer player sits in."""
    note: str = ""
    """Such as: partner, bidder, conceded."""
    shown: tuple[CardScene, ...] = ()
    """Cards that lie open before this seat (N5.4, V6.2)."""


@dataclass(frozen=True)
class PlayScene:
    """One play of a trick."""

    seat: int
    place: str
    name: str
    cards: tuple[CardScene, ...]
    heads: bool
    why: tuple[str, ...] = ()
    """Why it took the head or did not, in words with clauses."""
    clause: str = ""


@dataclass(frozen=True)
class ButtonScene:
    """Something to press: a bid, a trump, conceding. Too low ones are dimmed and answer with the reason."""

    value: str
    """The words to post as `words`, which the library reads."""
    label: str
    enabled: bool = True
    refusal: str = ""


@dataclass(frozen=True)
class GridCell:
    """A card of the grid from which a called card is picked."""

    card: CardScene
    own: bool


@dataclass(frozen=True)
class ContractScene:
    """The two steps of naming a contract: trumps, then the called card."""

    trumps: tuple[ButtonScene, ...]
    """`value` is C, D, H, S, NT, or empty for the suit of the first lead (N4.4)."""
    grid: tuple[tuple[GridCell, ...], ...]
    """Four rows of thirteen, a row a suit."""
    alone: str
    """What to say when an own card is chosen."""


@dataclass(frozen=True)
class Scene:
    """A whole table as one viewer sees it."""

    table: str
    """The table's code."""
    event: int
    """How many events the record has: an action posted from this scene answers this number."""
    game: str
    game_name: str
    title: str
    """Of the page: says whose turn it is."""
    seats: tuple[SeatScene, ...]
    my_seat: int | None
    trick: tuple[PlayScene, ...] = ()
    last_trick: tuple[PlayScene, ...] = ()
    hand: tuple[CardScene, ...] = ()
    many: bool = False
    """Whether several cards may be laid at once (checkboxes instead of one button a card)."""
    my_turn: bool = False
    prompt: str = ""
    status: tuple[str, ...] = ()
    why: str = ""
    """One line: why the head last changed, with `why_clause` to link to."""
    why_clause: str = ""
    bids: tuple[ButtonScene, ...] = ()
    contract: ContractScene | None = None
    concede: ButtonScene | None = None
    sheet: Sheet | None = None
    sheet_names: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    result: tuple[str, ...] = ()
    """What the last deal brought and by which clauses, when no deal is under way."""
    over: bool = False
    refusal: str = ""
    """The answer to the viewer's last action, if it was refused."""
    may_ask: bool = False
    """Whether the viewer may ask for a hint now."""
    hint: tuple[str, ...] = ()
    """The hint that the viewer asked for, sentence by sentence."""
    undo: str = ""
    """`ask`, `vote` (somebody asks, this viewer may answer), or empty: no undo now."""
    commitment: str = ""
    extras: dict[str, str] = field(default_factory=dict)
