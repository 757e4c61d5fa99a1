"""A developer's preview: every page with made-up scenes, as files to look at and to test.

`python -m messdeck.server.gallery DIR LANGUAGE` writes the pages and what they need into DIR; serve it with
`python -m http.server` there, since the pages name their files from the root.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from messdeck.bots.levels import LEVELS
from messdeck.core.cards import RANKS, SUITS
from messdeck.core.facts import Cards, Seat, Side, Term
from messdeck.core.i18n import LANGUAGES, Words
from messdeck.core.rules import typed
from messdeck.core.sheet import Sheet, Strokes, Totals
from messdeck.games.registry import GAMES, get_game
from messdeck.games.rulebook import Rulebook
from messdeck.server.cards import left_to_right, sprite
from messdeck.server.people import Look
from messdeck.server.scene import (
    ButtonScene,
    CardScene,
    ContractScene,
    GridCell,
    PlayScene,
    Scene,
    SeatScene,
)

HERE = Path(__file__).parent
PLACES = ("bottom", "left", "top", "right")
NAMES = {
    "en": ("Nora", "Malik", "Nivi", "Aqqaluk"),
    "fa": ("نورا", "ملیک", "نیوی", "آقالوک"),
    "ru": ("Нора", "Малик", "Ниви", "Аккалук"),
}
HAND = "AS KS JS 7S AH QH 9H 4H KD 8D TC 6C 3C".split()


class Studio:
    """Makes scenes in one language."""

    def __init__(self, game: str, language: str) -> None:
        self.game = game
        self.words = Words(language, get_game(game).folder, HERE, names=NAMES[language])

    def card(self, code: str, playable: bool = True, refusal: str = "", live: bool = False) -> CardScene:
        """A card as a page shows it."""
        say = self.words.say
        name = say("card.spoken", rank=say(f"rank.{code[0]}"), suit=say(f"suit.{code[1]}"))
        key = f"card.{self.game}.{code}"
        special = say(key) if self.words.has(key) else ""
        return CardScene(code, self.words.card(code), name, playable, refusal, special, live)

    def cards(self, codes: str) -> tuple[CardScene, ...]:
        """Several cards by their codes."""
        return tuple(self.card(code) for code in codes.split())

    def why(self, key: str, clause: str, **codes: str) -> str:
        """A reason in words with its clause."""
        said = self.words.say(key, {name: Cards((code,)) for name, code in codes.items()})
        return self.words.say("with_clause", text=said, clause=clause)

    def play(
        self, seat: int, codes: str, heads: bool = False, why: tuple[str, str] = ("", ""), live: bool = False
    ) -> PlayScene:
        """One play; `why` is a line and its clause."""
        cards = tuple(self.card(code, live=live) for code in codes.split())
        lines = (why[0],) if why[0] else ()
        return PlayScene(seat, PLACES[seat], self.words.name(seat), cards, heads, lines, why[1])

    def seats(self, left: Sequence[int], tricks: Sequence[int], acting: int) -> tuple[SeatScene, ...]:
        """The seats; of more than nine cards a full pack is meant, and a partner and a caller are noted."""
        say = self.words.say
        return tuple(
            SeatScene(
                number,
                PLACES[number],
                self.words.name(number),
                "person" if number in (0, 2) else "computer",
                cards_left=count,
                tricks=self.words.number(tricks[number]),
                acting=number == acting,
                waiting=say("web.waiting") if number == acting else "",
                dealer=number == 3,
                me=number == 0,
                away=number == 2 and acting == 2,
            )
            for number, count in enumerate(left)
        )

    def scene(self, acting: int = 0, left: Sequence[int] = (4, 4, 4, 4), **more: Any) -> Scene:
        """A table of four, the viewer in seat 0; `acting` -1 for nobody."""
        say, mine = self.words.say, acting == 0
        title = "web.title_mine" if mine else "web.title_turn"
        name, number = self.words.text("title"), acting % 4
        sheet: Sheet = (
            Strokes(9, ((0, 2), (1, 3)), (4, 7)) if max(left) < 9 else Totals((43, 20, 33, 51), 101)
        )
        names = [self.words.show(Side(side)) for side in ((0, 2), (1, 3))]
        if isinstance(sheet, Totals):
            names = [self.words.name(seat) for seat in range(4)]
        base = Scene(
            "kelp-42",
            17,
            self.game,
            name,
            say(title, game=name, seat=Seat(number)),
            self.seats(left, (2, 0, 1, 1), acting),
            0,
            my_turn=mine,
            sheet=sheet,
            sheet_names=tuple(names),
            log=tuple(self.log()),
            undo="ask",
            commitment="5f2c9d" * 10 + "a1b2",
        )
        return replace(base, **more)

    def log(self) -> Iterator[str]:
        """Some lines, the newest first."""
        for seat, code in reversed(
            ((3, "QC"), (0, "9C"), (1, "5D"), (2, "KH"), (1, "7H"), (2, "9C"), (3, "KC"))
        ):
            yield self.words.say(
                "play.lead" if code in ("QC", "7H") else "play.play", seat=Seat(seat), cards=Cards((code,))
            )


def voormsi(studio: Studio) -> dict[str, Scene]:
    """Scenes of a game with a cross of strokes and several cards in a play."""
    say, seven = studio.words.say, studio.why("beat.V2.7", "V2.7", card="KC", target="7H")
    status = (
        say("status.pending", side=Side((0, 2)), tricks=3, pending=1),
        say("status.tricks", side=Side((1, 3)), tricks=1),
        say("status.stock", n=8),
    )
    hand, prompt = studio.cards("JC 3D 9S 7C"), say("prompt.play", size=1)
    lead = studio.play(1, "7H", live=True)
    mid = (
        lead,
        studio.play(2, "9C", why=(studio.why("miss.V2.6", "V2.6", card="9C", target="7H"), "V2.6")),
        studio.play(3, "KC", True, (seven, "V2.7")),
    )
    pair = studio.why("beat.V2.6", "V2.6", card="7C", target="7S")
    done = (
        studio.play(0, "7S 7D"),
        studio.play(1, "7C 7H", why=(pair, "V2.6")),
        studio.play(2, "9C 9S"),
        studio.play(3, "KC 3D", True, (studio.why("beat.V2.4", "V2.4", card="3D", target="7H"), "V2.4")),
    )
    made: dict[str, Any] = {"why": seven, "why_clause": "V2.7", "status": status, "hand": hand, "many": True}
    must = say("with_clause", text=say("refusal.V4.4.1"), clause="V4.4")
    held = tuple(
        replace(card, playable=card.code == "JC", refusal="" if card.code == "JC" else must) for card in hand
    )
    result = (
        say("points.V5.2", side=Side((0, 2))),
        say("story.banked", points=4, score=8, side=Side((0, 2))),
        say("story.won", side=Side((0, 2))),
    )
    return {
        "voormsi-play": studio.scene(trick=mid, last_trick=done, prompt=prompt, **made),
        "voormsi-live": studio.scene(trick=(replace(lead, heads=True),), prompt=prompt, **made),
        "voormsi-wait": studio.scene(acting=2, trick=mid[:1], last_trick=done, **made),
        "voormsi-pairs": studio.scene(acting=-1, trick=done, **{**made, "hand": hand[:2]}),
        "voormsi-refused": studio.scene(
            trick=mid, prompt=prompt, **{**made, "hand": held}, refusal=must, undo="vote"
        ),
        "voormsi-over": studio.scene(
            acting=-1, left=(0, 0, 0, 0), last_trick=done, status=status, result=result, over=True, undo=""
        ),
    }


def noms(studio: Studio) -> dict[str, Scene]:
    """Scenes of a game with an auction, a contract and running totals."""
    say, full = studio.words.say, (13, 13, 13, 13)
    low = say("with_clause", text=say("refusal.N3.5.1", bid="10", high="10"), clause="N3.5")
    bids = [ButtonScene("pass", say("bid.pass"))]
    for bid in ("10", "11", "12", "13", "mis", "mis a vis"):
        label = studio.words.number(int(bid)) if bid.isdigit() else say(f"bid.{bid.replace(' ', '-')}")
        bids.append(ButtonScene(bid, label, bid != "10", low if bid == "10" else ""))
    trumps = [ButtonScene(suit, say(f"trump.{suit}")) for suit in ("C", "D", "H", "S", "NT")]
    trumps.append(ButtonScene("", say("trump.open")))
    grid = tuple(tuple(GridCell(studio.card(r + s), r + s in HAND) for r in RANKS) for s in "SHDC")
    hand = tuple(studio.card(code) for code in HAND)
    follow = say("with_clause", text=say("refusal.N5.1.2", suit=Term("suit.H")), clause="N5.1")
    hearts = tuple(
        replace(c, playable=c.code[1] == "H", refusal="" if c.code[1] == "H" else follow) for c in hand
    )
    higher = studio.why("beat.higher", "N5.2", card="KH", target="JH")
    trick = (
        studio.play(1, "JH"),
        studio.play(2, "KH", True, (higher, "N5.2")),
        studio.play(3, "5H", why=(studio.why("miss.lower", "N5.2", card="5H", target="KH"), "N5.2")),
    )
    trump = Term("trump.S")
    status = (say("status.contract", bid="11", seat=Seat(1), trump=trump, call=Cards(("AC",))),)
    made: dict[str, Any] = {"hand": hand, "left": full}
    lay = studio.scene(
        acting=2, trick=trick[:2], why=higher, why_clause="N5.2", hand=hearts[:10], left=(12, 12, 12, 12)
    )
    shown = studio.cards("9S 8S 6S 4S 2S 8H 5H 3H 9D 6D 4D 2C")
    seats = tuple(
        replace(s, shown=shown, note=say("bid.mis-a-vis")) if s.number == 2 else s for s in lay.seats
    )
    points = (
        say("story.made", bid="11", seat=Seat(1), tricks=12),
        say("story.points", points=11, seats=Side((1, 3))),
    )
    return {
        "noms-auction": studio.scene(bids=tuple(bids), prompt=say("prompt.bid"), **made),
        "noms-contract": studio.scene(
            contract=ContractScene(tuple(trumps), grid, say("web.contract.own")),
            prompt=say("prompt.contract", bid="11"),
            **made,
        ),
        "noms-play": studio.scene(
            trick=trick,
            hand=hearts,
            left=(13, 12, 12, 12),
            prompt=say("prompt.play"),
            status=status,
            why=higher,
            why_clause="N5.2",
            last_trick=trick,
        ),
        "noms-refused": studio.scene(
            trick=trick,
            hand=hearts,
            left=(13, 12, 12, 12),
            prompt=say("prompt.play"),
            status=status,
            refusal=follow,
        ),
        "noms-mis": replace(lay, seats=seats, concede=ButtonScene("concede", say("action.concede"))),
        "noms-result": studio.scene(acting=-1, left=full, result=points, last_trick=trick),
    }


def tables(language: str) -> dict[str, Scene]:
    """All scenes of tables by name; one waits for players."""
    studio = Studio("voormsi", language)
    scenes = voormsi(studio) | noms(Studio("noms", language))
    waiting = scenes["voormsi-over"]
    free = studio.words.say("web.open_seat")
    seats = tuple(
        SeatScene(
            n, PLACES[n], free if n > 1 else studio.words.name(n), "open" if n > 1 else "person", me=n == 0
        )
        for n in range(4)
    )
    scenes["voormsi-open"] = replace(
        waiting, seats=seats, result=(), over=False, last_trick=(), log=(), sheet=None
    )
    return scenes


class Gallery:
    """Writes the pages of one language and look."""

    def __init__(self, language: str, look: Look) -> None:
        self.language, self.look = language, look
        self.titles = {name: Words(language, get_game(name).folder).text("title") for name in GAMES}
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=select_autoescape(),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def render(self, template: str, game: str = "voormsi", path: str = "/", /, **context: Any) -> str:
        """A template as the server renders it."""
        words = Words(self.language, get_game(game).folder, HERE, names=NAMES[self.language])
        shared = {
            "_": words.say,
            "text": words.text,
            "words": words,
            "look": self.look,
            "lang": self.language,
            "dir": "rtl" if self.language == "fa" else "ltr",
            "languages": LANGUAGES,
            "games": GAMES,
            "path": path,
            "titles": self.titles,
        }
        page = self.environment.get_template(template).render({**shared, **context})
        return left_to_right(page) if shared["dir"] == "rtl" else page

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every page by name."""
        say = Words(self.language, HERE).say
        names = NAMES[self.language]
        row = {
            "code": "kelp-42",
            "game": "voormsi",
            "names": names,
            "free": 0,
            "scores": [4, 7],
            "over": False,
            "my_turn": True,
            "created": "2026-03-01 20:15",
        }
        rows = [
            row,
            {**row, "game": "noms", "names": names[:2], "free": 2, "my_turn": False},
            {**row, "game": "noms", "scores": [43, 20, 33, 51], "over": True, "my_turn": False},
        ]
        choices = [(name, list(get_game(name).rules.PLAYERS)) for name in GAMES]
        yield "home", self.render("home.html", choices=choices, mine=rows[:1], lobby=rows[1:2])
        yield "lobby", self.render("lobby.html", "voormsi", "/lobby", lobby=rows[1:2])
        yield "lobby-empty", self.render("lobby.html", "voormsi", "/lobby", lobby=[])
        yield "mine", self.render("my_games.html", "voormsi", "/mine", mine=rows)
        scenes = tables(self.language)
        link = "https://mess.example/t/kelp-42"
        lines = '<path class="qr-line" stroke="#000" d="M1 1.5h3m2 0h2m-7 3h7"/>'
        qr = f'<svg class="qr" viewBox="0 0 9 9">{lines}</svg>'
        for name, scene in scenes.items():
            open_table = name.endswith("open")
            history = ((10, 10, 0, 0), (10, 10, 10, 10), (21, 10, 21, 10), (32, 20, 32, 41), (43, 20, 33, 51))
            yield (
                name,
                self.render(
                    "table.html",
                    scene.game,
                    "/t/kelp-42",
                    scene=scene,
                    link=link,
                    qr=qr if open_table else "",
                    history=history,
                ),
            )
        yield "join", self.render("join.html", scene=scenes["voormsi-open"], free=[2, 3], link=link, qr=qr)
        yield "move", self.render("move.html", code="kelp-42", link=link, qr=qr)
        yield "moving", self.render("move.html", code="", link="", qr="", secret="once")
        yield "error", self.render("error.html", message=say("web.not_found"))
        for game in GAMES:
            yield from self.of_game(game, scenes)

    def of_game(self, game: str, scenes: dict[str, Scene]) -> Iterator[tuple[str, str]]:
        """The pages that are there once for every game."""
        rules, words = get_game(game).rules, Words(self.language, get_game(game).folder, HERE)
        book = Rulebook(get_game(game), words)
        options = [
            {
                "name": option.name,
                "text": book.option_words(option),
                "clause": option.clause,
                "choices": [typed(value) for value in option.choices],
                "values": option.values(),
                "default": typed(option.default),
                "chosen": "",
            }
            for option in rules.OPTIONS
        ]
        presets = {name: words.text(f"preset.{name}") for name in rules.PRESETS}
        yield (
            f"{game}-new",
            self.render(
                "open_table.html",
                game,
                "/open",
                game=game,
                options=options,
                presets=presets,
                levels=list(LEVELS),
                players=rules.PLAYERS,
                chosen={},
                refusal="",
            ),
        )
        sections = []
        for number in book.sections():
            inside = [clause for clause in book.clauses() if clause.partition(".")[0] == number]
            clauses = [{"number": clause, "html": Markup.escape(book.clause(clause))} for clause in inside]
            sections.append(
                {
                    "number": number,
                    "title": words.text(f"section.{number}"),
                    "clauses": clauses,
                    "examples": [],
                }
            )
        yield (
            f"{game}-rules",
            self.render(
                "rules.html",
                game,
                f"/rules/{game}",
                game_name=game,
                title=words.text("title"),
                intro=words.text("intro"),
                sections=sections,
            ),
        )
        many = game == "voormsi"
        plays = "7S+7D 7C+7H 9C+9S KC+3D" if many else "JH KH 5H AS"
        steps = [{"text": words.say("judge.lead", number=1, cards=Cards(("7S",))), "why": ["V2.6"]}]
        pack = [[rank + suit for rank in RANKS if rank + suit in get_game(game).deck.index] for suit in SUITS]
        verdict = {
            "steps": steps,
            "winner": 4,
            "text": words.say("judge.winner", number=4, cards=Cards(("KC",))),
        }
        yield (
            f"{game}-referee",
            self.render(
                "referee.html",
                game,
                "/referee",
                game=game,
                verdict=verdict,
                refusal="",
                plays=plays,
                trump="S",
                suited=not many,
                pack=pack,
                many=many,
            ),
        )
        scene = scenes[f"{game}-play"]
        hands = [{"name": words.name(n), "cards": [*scene.hand]} for n in range(4)]
        yield (
            f"{game}-record",
            self.render(
                "record.html",
                game,
                "/g/kelp-42",
                scene=scene,
                hands=hands,
                at=17,
                last=80,
                told=scene.log[:2],
                deals=[1, 38, 60],
                code="kelp-42",
                mine=True,
                history=(),
            ),
        )
        fields = [
            {
                "name": "side",
                "label": words.say("seat", number=1),
                "kind": "choice",
                "choices": [("0", "1"), ("1", "2")],
            },
            {"name": "points", "label": words.say("web.score"), "kind": "number", "low": 0, "high": 20},
        ]
        yield (
            f"{game}-sheet",
            self.render(
                "sheet.html",
                game,
                "/sheet",
                code="abc",
                game=game,
                refusal="",
                sheet=scene.sheet,
                names=scene.sheet_names,
                fields=fields,
                entries=[],
                lines=[[scene.log[0]], list(scene.log[1:3])],
            ),
        )


def write(folder: Path, language: str) -> None:
    """Write the pages, by night and by day, and the files that they name."""
    shutil.copytree(HERE / "static", folder / "static", dirs_exist_ok=True)
    (folder / "cards.svg").write_text(sprite(), "utf-8")
    for theme, deck in product(("night", "day"), ("four",)):
        for name, page in Gallery(language, Look(language, theme, deck, NAMES[language][0])).pages():
            (folder / f"{name}.{language}.{theme}.html").write_text(page, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2])
