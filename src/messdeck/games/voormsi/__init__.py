"""The game folder of voormsi."""
