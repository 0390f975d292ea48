"""(kept free)"""

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    pass
