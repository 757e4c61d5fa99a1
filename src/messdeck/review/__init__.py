"""Games explained by computer players: a hint in words, and the post-mortem of a record."""
