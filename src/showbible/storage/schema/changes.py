"""What was changed by hand in what was learned: how it was, how it became, and who said so."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, MetaData, Table, Text

from showbible.storage.schema.base import PROJECT, WORKSPACE, Sequence


def _book(name: str, tables: MetaData, *, owner: str) -> Table:
    return Table(
        name,
        tables,
        Column(owner, Text, nullable=False),
        Column("seq", Sequence, primary_key=True, autoincrement=True),
        Column("kind", Text, nullable=False),
        Column("item_id", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("made_by", Text, nullable=False),
        Column("before", Text, nullable=False),
        Column("after", Text, nullable=False),
        Index(f"{name}_of_item", owner, "kind", "item_id", "seq"),
    )


changes = _book("changes", WORKSPACE, owner="scope")
story_changes = _book("story_changes", PROJECT, owner="project_id")
