"""Games explained by computer players: a hint in words, and the post-mortem of a record."""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where its catalogues are; a speaker of hints and reviews needs them besides those of the game."""
