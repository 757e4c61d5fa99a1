"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False, index=True),
        sa.Column("listed", sa.Boolean, nullable=False, index=True),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("holder", sa.String(64), nullable=True, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(8), nullable=False),
    )
    op.create_table(
        "openings",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("opening", sa.Text, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.code"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_table(
        "sheets",
        sa.Column("code", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("keys", "sheets", "links", "openings", "seats", "events", "tables"):
        op.drop_table(name)
