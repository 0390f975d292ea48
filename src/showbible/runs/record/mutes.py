"""Silence something learned for one run, and let it speak again; each is a line in the run's log."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from showbible.runs.model import MuteKind
from showbible.runs.record.log import append, changing
from showbible.storage.database import Database
from showbible.vocabulary import checked_text, stamp, utcnow, word

LONGEST: Final = 512


def mute(db: Database, run_id: str, kind: str, item_id: str, *, says: str = "", at: datetime | None = None) -> bool:
    """Silence something for a run; gives whether it was still heard. `says` names it in the log."""
    return _turn(db, run_id, _MUTE, {"kind": kind, "item_id": item_id, "says": says}, muted=True, at=at)


def unmute(db: Database, run_id: str, kind: str, item_id: str, *, says: str = "", at: datetime | None = None) -> bool:
    """Let something speak again in a run; gives whether it was silent."""
    return _turn(db, run_id, _UNMUTE, {"kind": kind, "item_id": item_id, "says": says}, muted=False, at=at)


def _turn(db: Database, run_id: str, sql: str, thing: dict[str, str], *, muted: bool, at: datetime | None) -> bool:
    at = at or utcnow()
    told = {**thing, "kind": word(MuteKind, "kind", thing["kind"])}
    checked_text("item_id", told["item_id"], limit=LONGEST, empty=False)
    row = {"kind": told["kind"], "item_id": told["item_id"]} | ({"at": stamp(at)} if muted else {})
    with changing(db, run_id):
        turned = bool(db.run(sql, run_id=run_id, **row))
        if turned:
            append(db, run_id, "mute", {**told, "muted": muted}, at=at)
    return turned


_MUTE: Final = """
    INSERT INTO run_mutes (run_id, kind, item_id, at) VALUES (:run_id, :kind, :item_id, :at)
        ON CONFLICT (run_id, kind, item_id) DO NOTHING
"""
_UNMUTE: Final = "DELETE FROM run_mutes WHERE run_id = :run_id AND kind = :kind AND item_id = :item_id"
