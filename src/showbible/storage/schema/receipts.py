"""Receipts: what was asked of all memories, what came of it, and what was left out."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Table, Text

from showbible.storage.schema.base import WORKSPACE

receipts = Table(
    "receipts",
    WORKSPACE,
    Column("receipt_id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("project_id", Text),
    Column("user_id", Text),
    Column("body", Text, nullable=False),
    Index("receipts_by_time", "at", "receipt_id"),
    Index("receipts_of_project", "project_id", "at", "receipt_id"),
    Index("receipts_of_user", "user_id", "at", "receipt_id"),
)
