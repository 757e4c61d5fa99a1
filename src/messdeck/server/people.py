"""Who somebody is: a signed cookie or token, no account.

A seat belongs to its holder's secret, never to a name.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from messdeck.core.i18n import LANGUAGES

COOKIE = "messdeck"
PREFERENCES = "messdeck-look"
YEAR = 365 * 24 * 3600
MOST_NAME = 24
THEMES = ("auto", "night", "day")
DECKS = ("four", "two")
SWITCHES = ("only_card", "greenlandic", "russian", "sounds")


@dataclass(frozen=True)
class Person:
    """A visitor: a secret of their own. `holder` is what the store knows of it."""

    secret: str

    @property
    def holder(self) -> str:
        """The secret, hashed: what seats are compared with."""
        return hashlib.sha256(self.secret.encode()).hexdigest()


@dataclass(frozen=True)
class Look:
    """What a person prefers to see."""

    language: str = "en"
    theme: str = "auto"
    deck: str = "four"
    name: str = ""
    only_card: str = ""
    """`1`: a card that is the only legal one is played by itself."""
    greenlandic: str = ""
    """`1`: cards are called by their Greenlandic names (V11)."""
    russian: str = ""
    """`1`: in Russian, aces and courts have Russian indices, on their faces and in texts."""
    sounds: str = ""
    """`1`: my turn, cards and tricks are heard."""

    @property
    def speech(self) -> tuple[str, ...]:
        """What the words and the drawings of a table depend on."""
        return self.language, self.greenlandic, self.russian

    @property
    def has_russian_cards(self) -> bool:
        """Whether cards have Russian indices."""
        return self.language == "ru" and bool(self.russian)

    def changed(self, /, **wanted: str) -> Look:
        """These preferences with some changed; values that do not exist change nothing."""
        choices = {
            "language": LANGUAGES,
            "theme": THEMES,
            "deck": DECKS,
            **dict.fromkeys(SWITCHES, ("", "1")),
        }
        kept = {key: value for key, value in wanted.items() if value in choices.get(key, ())}
        if "name" in wanted:
            kept["name"] = clean_name(wanted["name"])
        return replace(self, **kept)


def clean_name(text: str) -> str:
    """A name as it may be shown: printable, one line, not too long, no direction marks."""
    shown = "".join(char for char in " ".join(text.split()) if char.isprintable())
    return shown[:MOST_NAME].strip()


class Signer:
    """Signs cookies and tokens with the server's key."""

    def __init__(self, key: str) -> None:
        """Take the server's key."""
        self._people = URLSafeSerializer(key, salt="person")
        self._looks = URLSafeSerializer(key, salt="look")

    def new_person(self) -> Person:
        """Somebody who was never here."""
        return Person(secrets.token_urlsafe(24))

    def sign(self, person: Person) -> str:
        """The cookie or token of a person."""
        return str(self._people.dumps(person.secret))

    def read(self, signed: str | None) -> Person | None:
        """The person of a cookie or token; None if it is missing or not ours."""
        value = self._load(self._people, signed)
        return Person(value) if isinstance(value, str) else None

    def sign_look(self, look: Look) -> str:
        """The cookie of preferences."""
        return str(self._looks.dumps(asdict(look)))

    def read_look(self, signed: str | None) -> Look | None:
        """The preferences of a cookie; None if it is missing or not ours."""
        value = self._load(self._looks, signed)
        return Look().changed(**value) if isinstance(value, dict) else None

    @staticmethod
    def _load(serializer: URLSafeSerializer, signed: str | None) -> Any:
        if not signed or len(signed) > 600:
            return None
        try:
            return serializer.loads(signed)
        except BadData:
            return None


def hashed(secret: str) -> str:
    """What the store keeps of a one-time secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
