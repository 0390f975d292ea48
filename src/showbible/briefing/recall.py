"""Look receipts up."""

from __future__ import annotations

from typing import Any, Final

from showbible.briefing.model import Receipt
from showbible.direction.recall import as_json
from showbible.errors import NotFound
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import checked_id, stamp

_START: Final = 2**62


def receipt(db: Database, receipt_id: str) -> Receipt:
    """One receipt."""
    checked_id("receipt", receipt_id)
    body = db.value("SELECT body FROM receipts WHERE receipt_id = :receipt_id", receipt_id=receipt_id)
    if body is None:
        raise NotFound("receipt", receipt_id)
    return as_json.value(Receipt, body)


def receipts(
    db: Database,
    *,
    project_id: str | None,
    user_id: str | None,
    limit: int,
    cursor: str | None,
) -> Page[Receipt]:
    """Receipts, newest first, of one project or user when they are named."""
    paging.checked_limit(limit)
    begin, after = paging.decoded(cursor, (int, str)) if cursor else (_START, "")
    where, params = _conditions(project_id=project_id, user_id=user_id)
    with db.snapshot():
        rows = db.all(
            f"""
            SELECT body
              FROM receipts
             WHERE {where} AND (at, receipt_id) < (:begin, :after)
             ORDER BY at DESC, receipt_id DESC
             LIMIT :limit
            """,  # noqa: S608
            **params,
            begin=begin,
            after=after,
            limit=limit + 1,
        )
        total = int(db.value(f"SELECT COUNT(*) FROM receipts WHERE {where}", **params))  # noqa: S608
    return paging.page(
        [as_json.value(Receipt, row.body) for row in rows],
        limit=limit,
        total=total,
        key=lambda found: (stamp(found.at), found.receipt_id),
    )


def _conditions(*, project_id: str | None, user_id: str | None) -> tuple[str, dict[str, Any]]:
    """The filter's text, put together from these pieces alone; values are always bound."""
    given = {"project": project_id, "user": user_id}
    named = {f"{kind}_id": checked_id(kind, value) for kind, value in given.items() if value is not None}
    return " AND ".join(["1 = 1", *(f"{name} = :{name}" for name in named)]), dict(named)
