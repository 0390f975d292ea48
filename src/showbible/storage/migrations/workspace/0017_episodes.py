"""(kept free)"""

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    pass
