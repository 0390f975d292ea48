"""Keep receipts, and let them go: after a while, in excess, and with whom or what they are about."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from showbible.briefing.model import Receipt, Things
from showbible.direction.recall import as_json
from showbible.storage.database import Database
from showbible.vocabulary import stamp

KEPT_FOR: Final = timedelta(days=90)
MOST_KEPT: Final = 20_000
BATCH: Final = 200


def keep(db: Database, receipt: Receipt) -> None:
    """Keep a receipt."""
    with db.transaction():
        db.run(
            """
            INSERT INTO receipts (receipt_id, at, project_id, user_id, body)
            VALUES (:receipt_id, :at, :project_id, :user_id, :body)
            """,
            receipt_id=receipt.receipt_id,
            at=stamp(receipt.at),
            project_id=receipt.asked.project_id,
            user_id=receipt.asked.user_id,
            body=as_json.text(Receipt, receipt),
        )


def forget_old(db: Database, *, at: datetime, most: int = MOST_KEPT, most_at_once: int = 10_000) -> int:
    """Drop receipts older than 90 days, and the oldest beyond the most that are kept; gives how many went."""
    with db.transaction():
        first = db.first(
            "SELECT at, receipt_id FROM receipts ORDER BY at DESC, receipt_id DESC LIMIT 1 OFFSET :most", most=most
        )
        return db.run(
            """
            DELETE FROM receipts
             WHERE receipt_id IN (SELECT receipt_id
                                    FROM receipts
                                   WHERE at < :before OR (at, receipt_id) <= (:last_at, :last_id)
                                   ORDER BY at, receipt_id
                                   LIMIT :most_at_once)
            """,
            before=stamp(at - KEPT_FOR),
            last_at=first.at if first else -1,
            last_id=first.receipt_id if first else "",
            most_at_once=most_at_once,
        )


def forget_user(db: Database, user_id: str) -> int:
    """Drop every receipt of what was recalled for a user; gives how many there were."""
    with db.transaction():
        return db.run("DELETE FROM receipts WHERE user_id = :user_id", user_id=user_id)


def forget_project(db: Database, project_id: str) -> int:
    """Drop every receipt of what was recalled of a project; gives how many there were."""
    with db.transaction():
        return db.run("DELETE FROM receipts WHERE project_id = :project_id", project_id=project_id)


def blot_out(db: Database, gone: Things, *, project_id: str, until: datetime) -> int:
    """Take the words of deleted things out of the receipts that name them; gives how many receipts that changed."""
    changed, place = 0, (0, "")
    while rows := db.all(_BEFORE, project_id=project_id, until=stamp(until), at=place[0], after=place[1], limit=BATCH):
        with db.transaction():
            changed += sum(_blot(db, row.receipt_id, gone) for row in rows)
        place = (rows[-1].at, rows[-1].receipt_id)
    return changed


def _blot(db: Database, receipt_id: str, gone: Things) -> bool:
    body = db.value("SELECT body FROM receipts WHERE receipt_id = :receipt_id", receipt_id=receipt_id)
    if body is None:
        return False
    known = as_json.value(Receipt, body)
    left = known.without(gone)
    if left != known:
        sql = "UPDATE receipts SET body = :body WHERE receipt_id = :receipt_id"
        db.run(sql, body=as_json.text(Receipt, left), receipt_id=receipt_id)
    return left != known


_BEFORE: Final = """
    SELECT at, receipt_id
      FROM receipts
     WHERE at <= :until AND (project_id = :project_id OR project_id IS NULL) AND (at, receipt_id) > (:at, :after)
     ORDER BY at, receipt_id
     LIMIT :limit
"""
