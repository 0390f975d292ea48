"""Answers kept for callers who ask the same thing twice, beside the effect they tell of."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from showbible.storage.aging import AgingRows
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import stamp, utcnow


@frozen
class Answer:
    """What was asked, and what was answered to it."""

    request: str
    status: int
    body: str


def kept(db: Database, caller: str, key: str) -> Answer | None:
    """The answer given to a caller under a key, if one was; others with that key wait for it."""
    db.hold(f"answer:{caller}:{key}")
    row = db.first(
        "SELECT request, status, body FROM answers WHERE caller = :caller AND key = :key", caller=caller, key=key
    )
    return Answer(request=row.request, status=row.status, body=row.body) if row is not None else None


def keep(db: Database, caller: str, key: str, answer: Answer) -> None:
    """Keep an answer in the transaction of its effect."""
    db.run(
        """
        INSERT INTO answers (caller, key, request, status, body, answered_at)
        VALUES (:caller, :key, :request, :status, :body, :at)
        """,
        caller=caller,
        key=key,
        request=answer.request,
        status=answer.status,
        body=answer.body,
        at=stamp(utcnow()),
    )


def forget(db: Database, *, before: datetime, most: int) -> int:
    """Drop answers that nobody will ask for again, at most so many; gives how many went."""
    return _ANSWERS.forget(db, before=before, most=most)


_ANSWERS: Final = AgingRows(table="answers", key="caller, key", since="answered_at")
