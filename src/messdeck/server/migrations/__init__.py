"""Versions of the database, by Alembic."""
