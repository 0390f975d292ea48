"""Artifacts, segments, clips, entity states, notes and the search entries."""

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    pass
