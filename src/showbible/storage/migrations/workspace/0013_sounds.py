"""Counting which moods went well with which music, from an index alone."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_index("productions_by_sound", "productions", ["teaches", "mood", "music_style", "rating", "at"])
