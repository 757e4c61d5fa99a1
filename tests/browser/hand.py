"""Playing through the page: reads what a person sees and presses what a person presses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.browser.house import Visitor

READ = """() => {
  const table = document.getElementById("table");
  if (!table) return null;
  const all = (what) => [...table.querySelectorAll(what)];
  return {
    event: Number(table.dataset.event),
    mine: table.classList.contains("my-turn"),
    over: table.classList.contains("over"),
    bids: all("#bids button").map((e) => [e.value, e.classList.contains("low")]),
    contract: !!document.getElementById("contract"),
    hand: all("#hand .own").map((e) => [e.id.slice(4), e.classList.contains("dim")]),
    many: !!table.querySelector("#hand input[type=checkbox]"),
    trick: all(".middle > .trick > .play").map((e) => e.querySelectorAll(".lies").length),
    heading: all(".middle > h2").length,
    refusal: document.getElementById("refusal").textContent,
    vote: !!table.querySelector(".vote"),
    title: document.title,
  };
}"""


@dataclass
class Look:
    """What is on the table page."""

    event: int
    mine: bool
    over: bool
    bids: list[tuple[str, bool]]
    contract: bool
    hand: list[tuple[str, bool]]
    many: bool
    trick: list[int]
    heading: int
    refusal: str
    vote: bool
    title: str

    @property
    def clear(self) -> list[str]:
        """Cards that are not dimmed."""
        return [code for code, dim in self.hand if not dim]

    @property
    def dimmed(self) -> list[str]:
        return [code for code, dim in self.hand if dim]


class Player:
    """A person at a table page with JavaScript."""

    def __init__(self, visitor: Visitor, touch: bool = False, bid: str = "pass") -> None:
        """`bid`: what to call in an auction if it may be called."""
        self.visitor, self.page, self.touch, self.bid = visitor, visitor.page, touch, bid
        self.several = 0

    def look(self) -> Look:
        found: dict[str, Any] | None = self.page.evaluate(READ)
        assert found is not None, self.page.url
        return Look(**found)

    def press(self, selector: str) -> None:
        target = self.page.locator(selector).first
        if self.touch:
            target.tap()
        else:
            target.click()

    def until(self, ready: Callable[[Look], bool], seconds: float = 90) -> Look:
        end = time.monotonic() + seconds
        while True:
            look = self.look()
            if ready(look):
                return look
            assert time.monotonic() < end, look
            self.page.wait_for_timeout(15)

    def act(self) -> Look:
        """Do something sensible, now that it is this player's turn; gives what the page shows then."""
        look = self.look()
        if look.contract:
            self.press(".trumps .pick:not(.low) >> nth=1")
            self.press(".called .cell:not(.held) >> nth=-1")
            self.press("#contract button.primary")
        elif look.bids:
            open_bids = [value for value, low in look.bids if not low]
            self.say(self.bid if self.bid in open_bids else open_bids[0])
        else:
            return self.play(look)
        return self.until(lambda now: now.event != look.event or bool(now.refusal))

    def say(self, value: str) -> None:
        self.press(f'#bids button[value="{value}"]')

    def play(self, look: Look) -> Look:
        for cards in self.tries(look):
            now = self.lay(cards, look)
            if now.event != look.event:
                self.several += len(cards) > 1
                return now
        raise AssertionError(f"nothing may be played: {look}")

    def lay(self, cards: Sequence[str], look: Look) -> Look:
        """Choose cards and play them; whether they were taken is in the answer."""
        if look.many:
            self.choose(cards)
        with self.page.expect_response(lambda answer: answer.url.endswith("/act")) as answer:
            self.press("#play" if look.many else f"#own-{cards[0]}")
        event = re.search(r'data-event="(\d+)"', answer.value.text())
        assert event
        if int(event[1]) > look.event:
            return self.until(lambda now: now.event >= int(event[1]))
        return self.until(lambda now: bool(now.refusal))

    def choose(self, cards: Sequence[str]) -> None:
        """Tick exactly these cards."""
        ticked = self.page.locator("#hand input:checked")
        chosen = [box.get_attribute("value") or "" for box in ticked.all()]
        for code in set(chosen) ^ set(cards):
            self.press(f"#own-{code}")

    @staticmethod
    def tries(look: Look) -> list[list[str]]:
        """Plays to try, the likeliest first: as many cards as were led, or a pair to lead."""
        clear = look.clear
        needed = look.trick[0] if look.trick and look.heading and look.many else 1
        plays = [clear[i : i + needed] for i in range(len(clear) - needed + 1)]
        jack = [code for code in clear if code == "JC"]
        plays += [[*jack, *[code for code in clear if code != "JC"]][:needed]]
        if look.many:
            pairs = [[a, b] for a in clear for b in clear if a < b and a[0] == b[0]]
            plays = [*pairs[:1], *plays, *[[code] for code in clear]]
        return plays


def finish(
    players: Sequence[Player], seconds: float = 400, between: Callable[[Look], None] | None = None
) -> int:
    """Let everybody play until the game is over; gives how many actions they took."""
    end, actions = time.monotonic() + seconds, 0
    while True:
        for player in players:
            look = player.look()
            if look.over:
                return actions
            if look.mine and (look.hand or look.bids or look.contract):
                if between is not None:
                    between(look)
                    look = player.look()
                if look.mine:
                    player.act()
                    actions += 1
        assert time.monotonic() < end, [player.look() for player in players]
        players[0].page.wait_for_timeout(15)
