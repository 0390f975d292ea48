"""The episode that a memory comes from, known of old ones by their conversation."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("memories", sa.Column("episode_id", sa.Text))
    op.execute(
        """
        UPDATE memories
           SET episode_id = (SELECT conversations.episode_id
                               FROM conversations
                              WHERE conversations.session_id = memories.session_id)
         WHERE session_id IS NOT NULL
        """
    )
