"""Hints and reviews in words, from the catalogues of this room and of the game."""

from __future__ import annotations

from collections.abc import Sequence

from messdeck.bots.considered import Gain
from messdeck.bots.odds import Odds
from messdeck.core.actions import Action
from messdeck.core.facts import Argument, Seat
from messdeck.core.game import Game
from messdeck.core.i18n import Words
from messdeck.review.advice import Advice, Turning
from messdeck.review.postmortem import Decision, Review, accuracy

KNOWN = 0.995
"""From this chance on the partner is no news."""


def move(words: Words, game: Game, action: Action) -> str:
    """An action in few words."""
    fact = game.action_fact(action)
    return words.say(fact.key, fact.args)


def advice(words: Words, game: Game, given: Advice) -> list[str]:
    """A hint, sentence by sentence: the move, the habit behind it, the runner-up, what it turns on."""
    chosen = move(words, game, given.action)
    told = [words.say("hint.move", move=chosen)]
    if given.maxim:
        told.append(words.say("hint.maxim", maxim=words.say(given.maxim.key, given.maxim.args)))
    elif given.runner_up:
        told.append(words.say("hint.searched"))
    if given.runner_up and given.considered:
        other, gain = given.runner_up
        rival = move(words, game, other)
        told.append(_runner_up(words, rival, gain, len(given.considered.worlds)))
        if given.turning:
            told.append(_turning(words, rival, given.turning))
    return told + (_partner(words, given.odds) if given.odds else [])


def _partner(words: Words, odds: Odds) -> list[str]:
    """Who the partner is likely to be, while that is open."""
    likely = max(odds.partner, key=odds.partner.__getitem__, default=None)
    if likely is None or odds.partner[likely] > KNOWN:
        return []
    return [words.say("hint.partner", seat=Seat(likely), chance=words.decimal(100 * odds.partner[likely], 0))]


def _runner_up(words: Words, rival: str, gain: Gain, worlds: int) -> str:
    if gain.mean == 0:
        return words.say("hint.equal", other=rival, worlds=worlds)
    key = "hint.ahead" if gain.mean < 0 else "hint.close" if gain.is_close else "hint.runner_up"
    figures = {"gain": words.decimal(abs(gain.mean), 2), "error": words.decimal(gain.error, 2)}
    return words.say(key, other=rival, worlds=worlds, **figures)


def _turning(words: Words, rival: str, turning: Turning) -> str:
    if_true, if_not = (words.decimal(gain, 1, signed=True) for gain in (turning.if_true, turning.if_not))
    fact = words.say(turning.fact.key, turning.fact.args)
    return words.say("hint.turning", fact=fact, other=rival, if_true=if_true, if_not=if_not)


def review(words: Words, found: Review) -> list[str]:
    """A review: a line for every mistake and every unlucky decision, then a line for each seat."""
    game = found.record.header.game
    told = [decision(words, game, one) for one in found.decisions if one.verdict != "fine"]
    return told + [seat(words, number, found.of(number)) for number in range(len(found.accuracy))]


def seat(words: Words, number: int, own: Sequence[Decision]) -> str:
    """What is to be said of a seat's decisions as a whole."""
    mistakes = sum(one.verdict == "mistake" for one in own)
    figures: dict[str, Argument] = {"mistakes": mistakes, "decisions": len(own)}
    return words.say("review.seat", seat=Seat(number), share=words.decimal(accuracy(own), 0), **figures)


def decision(words: Words, game: Game, one: Decision) -> str:
    """What is to be said of one decision."""
    args: dict[str, Argument] = {
        "event": one.event + 1,
        "seat": Seat(one.seat),
        "move": move(words, game, one.action),
        "better": move(words, game, one.better),
        "known": words.decimal(one.cost_known, 2),
        "seen": words.decimal(one.cost_seen, 2),
    }
    return words.say(f"review.{one.verdict}", args)
