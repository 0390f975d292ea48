"""What a person makes of a card; it outlives every rebuild, and can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from showbible.direction import recall
from showbible.direction.model import Card, CardState
from showbible.direction.words import LONGEST
from showbible.errors import Conflict, Invalid, NotFound
from showbible.storage import changes
from showbible.storage.changes import Book
from showbible.storage.database import Database
from showbible.vocabulary import checked_text, stamp, utcnow

WORDS: Final = ("preference", "applies_to", "avoid_applying_to")


def change_card(
    db: Database,
    project_id: str,
    card_id: str,
    *,
    state: str | None = None,
    preference: str | None = None,
    applies_to: str | None = None,
    avoid_applying_to: str | None = None,
    seen: Mapping[str, str] | None = None,
    at: datetime | None = None,
) -> Card:
    """Pause, archive, wake or reword a card; what is left out stays as it is.

    With `seen`, the words that whoever rewords it had before them, a card reworded meanwhile is refused.
    """
    words = {"preference": preference, "applies_to": applies_to, "avoid_applying_to": avoid_applying_to}
    for name, text in words.items():
        if text is not None:
            _check(name, text)
    wanted = _state(state) if state is not None else None
    with db.transaction():
        db.hold(f"direction:{project_id}:cards")
        before = recall.card(db, project_id, card_id)
        if seen is not None and any(getattr(before, name) != text for name, text in seen.items()):
            raise Conflict("The card was reworded meanwhile; read it again before you change it.")
        told = {name: value for name, value in {"state": wanted, **words}.items() if value is not None}
        _put(db, project_id, card_id, told, at=at)
        return _noted(db, project_id, before, at=at)


def take_back(db: Database, project_id: str, seq: int, *, at: datetime | None = None) -> Card:
    """Give a card back what one change took from it; words as they were learned belong to the learning again."""
    with db.transaction():
        db.hold(f"direction:{project_id}:cards")
        found = changes.one(db, Book.STORY, scope=project_id, kind=recall.CARD, seq=seq)
        if found is None:
            raise NotFound("change", str(seq))
        before = recall.card(db, project_id, found.item_id)
        learned = recall.learned_card(db, project_id, found.item_id)
        old = {name: text if text != getattr(learned, name) else None for name, text in found.before.items()}
        _put(db, project_id, found.item_id, old, at=at)
        return _noted(db, project_id, before, at=at)


def _put(db: Database, project_id: str, card_id: str, told: Mapping[str, str | None], *, at: datetime | None) -> None:
    """Keep a person's word on a card; None gives that part of it back to the learning."""
    said = recall.said(db, project_id).get(card_id)
    row = {name: getattr(said, name, None) for name in ("state", *WORDS)} | dict(told)
    db.run(_PUT, project_id=project_id, card_id=card_id, **row, at=stamp(at or utcnow()))


_PUT: Final = """
    INSERT INTO direction_cards (project_id, card_id, state, preference, applies_to, avoid_applying_to, changed_at)
    VALUES (:project_id, :card_id, :state, :preference, :applies_to, :avoid_applying_to, :at)
        ON CONFLICT (project_id, card_id)
        DO UPDATE SET state = excluded.state, preference = excluded.preference, applies_to = excluded.applies_to,
                      avoid_applying_to = excluded.avoid_applying_to, changed_at = excluded.changed_at
"""


def _noted(db: Database, project_id: str, before: Card, *, at: datetime | None) -> Card:
    """The card as it is now, with its change written down."""
    now = recall.card(db, project_id, before.card_id)
    changes.note(
        db,
        Book.STORY,
        scope=project_id,
        kind=recall.CARD,
        item_id=before.card_id,
        before=_told(before),
        after=_told(now),
        at=at,
    )
    return now


def _told(card: Card) -> dict[str, str]:
    return {"state": card.state, **{name: getattr(card, name) for name in WORDS}}


def _check(name: str, text: str) -> None:
    checked_text(name, text, limit=4 * LONGEST, empty=False)
    if len(text) > LONGEST:
        raise Invalid(f"{name} has {len(text)} characters; a card has room for {LONGEST}.", field=name)


def _state(name: str) -> CardState:
    try:
        return CardState(name.strip().lower())
    except ValueError:
        raise Invalid(f"state must be one of {', '.join(CardState)}.", field="state") from None
