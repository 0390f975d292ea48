"""(kept free)"""

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    pass
