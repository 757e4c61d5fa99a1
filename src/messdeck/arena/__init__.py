"""Duplicate matches between computer players, with honest statistics."""
