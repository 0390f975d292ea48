"""The two sets of tables, and the type of a column that counts up by itself."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, MetaData

WORKSPACE = MetaData()
PROJECT = MetaData()

Sequence = BigInteger().with_variant(Integer, "sqlite")  # only INTEGER counts up by itself on SQLite
