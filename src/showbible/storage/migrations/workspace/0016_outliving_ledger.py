"""Lines of the ledger outlive their run, and say whose they were; a production says why it waits."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_NAMES = {"fk": "%(table_name)s_%(column_0_name)s_fkey"}


def upgrade() -> None:
    op.add_column("studio_runs", sa.Column("waits", sa.Text))
    with op.batch_alter_table("ledger", naming_convention=_NAMES) as ledger:
        ledger.drop_constraint("ledger_run_id_fkey", type_="foreignkey")
        for name in ("pilot_id", "project_id", "user_id", "concept"):
            ledger.add_column(sa.Column(name, sa.Text))
    op.execute(
        """
        UPDATE ledger
           SET project_id = (SELECT project_id FROM runs WHERE runs.run_id = ledger.run_id),
               user_id = (SELECT user_id FROM runs WHERE runs.run_id = ledger.run_id),
               concept = (SELECT concept FROM runs WHERE runs.run_id = ledger.run_id)
        """
    )
    op.create_index("ledger_of_project", "ledger", ["project_id", "state"])
