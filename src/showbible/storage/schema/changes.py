"""What was changed by hand in what was learned: how it was, how it became, and who said so."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Table, Text

from showbible.storage.schema.base import PROJECT, WORKSPACE, Sequence

changes = Table(
    "changes",
    WORKSPACE,
    Column("scope", Text, nullable=False),
    Column("seq", Sequence, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("item_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Index("changes_of_item", "scope", "kind", "item_id", "seq"),
)

story_changes = Table(
    "story_changes",
    PROJECT,
    Column("project_id", Text, nullable=False),
    Column("seq", Sequence, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("item_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Index("story_changes_of_item", "project_id", "kind", "item_id", "seq"),
)
