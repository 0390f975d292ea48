"""Production records, ratings, preferences, patterns and provider knowledge."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    pass
