"""Periodic work: events that announce themselves when their time has come."""

from __future__ import annotations

from collections.abc import Mapping

from showbible.events import WAITING
from showbible.jobs.queue import announce
from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow


def due(db: Database, periods: Mapping[str, float]) -> list[str]:
    """The periodic events whose time has come; a clock set back makes them due, not late."""
    now = stamp(utcnow())
    last = {row.event: int(row.last_at) for row in db.all("SELECT event, last_at FROM schedules")}
    return [
        event
        for event, seconds in periods.items()
        if event not in last or not 0 <= now - last[event] < seconds * 1_000_000
    ]


def announce_due(db: Database, periods: Mapping[str, float]) -> None:
    """Announce each periodic event whose time has come, once among all workers."""
    if not due(db, periods):
        return
    with db.transaction():
        db.hold("schedules")
        known = {row.event for row in db.all("SELECT event FROM schedules")}
        for event in due(db, periods):
            db.run(
                """
                INSERT INTO schedules (event, last_at) VALUES (:event, :now)
                    ON CONFLICT (event) DO UPDATE SET last_at = excluded.last_at
                """,
                event=event,
                now=stamp(utcnow()),
            )
            if event in known or event not in WAITING:
                announce(db, event, key=event)
