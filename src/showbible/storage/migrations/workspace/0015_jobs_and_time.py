"""(kept free)"""

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    pass
