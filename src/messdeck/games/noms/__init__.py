"""The game folder of noms."""
