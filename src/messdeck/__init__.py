"""messdeck: the card table of two ships' games, Voormsi and Noms."""

__version__ = "0.1.0"
