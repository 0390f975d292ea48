"""Scenes, edit sessions, scene memories and the profile."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    pass
