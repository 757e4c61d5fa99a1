"""Write the generated pages of docs/: rules, options, sizes. `make docs`; a test keeps them up to date."""

from __future__ import annotations

from pathlib import Path

from messdeck.core.i18n import Words
from messdeck.core.rules import typed
from messdeck.games.registry import GAMES, get_game
from messdeck.games.rulebook import Rulebook

DOCS = Path(__file__).parent


def pages() -> dict[str, str]:
    """Every generated page by its path below docs/."""
    books = {name: Rulebook(get_game(name), Words("en", get_game(name).folder)) for name in GAMES}
    found = {f"rules/{name}.md": book.markdown() + "\n" for name, book in books.items()}
    found["options.md"] = (
        "\n\n".join(["# Options", *(_options(book) for book in books.values()), _sizes()]) + "\n"
    )
    return found


def _options(book: Rulebook) -> str:
    rows = [f"## {book.words.say('title')}", "", "| option | values | default | clause | what it does |"]
    rows.append("|---|---|---|---|---|")
    for option in book.game.rules.OPTIONS:
        what = book.option_words(option)
        rows.append(
            f"| `{option.name}` | {option.values()} | {typed(option.default)} | {option.clause} | {what} |"
        )
    rows += ["", "| preset | options |", "|---|---|"]
    for name, options in book.game.rules.PRESETS.items():
        values = ", ".join(f"`{key}={typed(value)}`" for key, value in options.items()) or "the defaults"
        rows.append(f"| `{name}` | {values} |")
    return "\n".join(rows)


def _sizes() -> str:
    rows = [
        "## Sizes for programs",
        "",
        "| game | cells of a row | most legal actions | cards |",
        "|---|---|---|---|",
    ]
    for name in GAMES:
        game = get_game(name)
        rows.append(f"| {name} | {game.kernel.ROW} | {game.kernel.ACTIONS} | {len(game.deck)} |")
    return "\n".join(rows)


def main() -> None:
    """Write the pages."""
    for path, text in pages().items():
        (DOCS / path).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / path).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
