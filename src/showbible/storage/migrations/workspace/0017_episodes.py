"""The episode that a memory comes from, and an id by which every workspace is known from its beginning."""

import sqlalchemy as sa
from alembic import op

from showbible.vocabulary import new_id

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
    # Made here and not when somebody first asks: to look at a workspace changes nothing in it.
    op.get_bind().execute(
        sa.text("INSERT INTO facts (name, value) VALUES ('workspace_id', :value) ON CONFLICT (name) DO NOTHING"),
        {"value": new_id()},
    )
