"""The games, each a folder, and the registry that lists them."""
