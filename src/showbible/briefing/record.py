"""Keep receipts, and let them go: after a while, in excess, and with whom or what they are about."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from showbible.briefing.model import Receipt
from showbible.direction import kept
from showbible.storage.database import Database
from showbible.vocabulary import stamp

KEPT_FOR: Final = timedelta(days=90)
MOST_KEPT: Final = 20_000


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
            body=kept.text(Receipt, receipt),
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
