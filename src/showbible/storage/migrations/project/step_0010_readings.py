"""What is so in a story is read from notes and scenes, too, with the words it rests on; what is forgotten stays so."""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Integer, Text, text


def upgrade(op: Operations) -> None:
    for name in ("source_note_id", "source_scene_id", "source_shot_id"):
        op.add_column("entity_states", Column(name, Text))
    op.add_column("entity_states", Column("words", Text, nullable=False, server_default=text("'{}'")))
    op.create_index("entity_states_of_note", "entity_states", ["project_id", "source_note_id"])
    op.create_index("entity_states_of_scene", "entity_states", ["project_id", "source_scene_id"])
    op.add_column("notes", Column("is_read", Integer, nullable=False, server_default=text("0")))
    unread = text("is_read = 0")
    op.create_index("notes_to_read", "notes", ["project_id", "note_id"], sqlite_where=unread, postgresql_where=unread)
    names = ("project_id", "source", "entity_key", "field", "value")
    op.create_table("forgotten_readings", *(Column(name, Text, primary_key=True) for name in names))
    op.create_table(
        "scene_readings",
        *(Column(name, Text, primary_key=True) for name in ("project_id", "scene_id")),
        Column("digest", Text, nullable=False),
        Column("start_ms", BigInteger),
        Column("read_at", BigInteger, nullable=False),
    )
