"""What a person makes of a card; it outlives every rebuild."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from showbible.direction import recall
from showbible.direction.model import Card, CardState
from showbible.direction.words import LONGEST
from showbible.errors import Invalid
from showbible.storage.database import Database
from showbible.vocabulary import checked_text, stamp, utcnow

_WORDS: Final = ("preference", "applies_to", "avoid_applying_to")


def change_card(
    db: Database,
    project_id: str,
    card_id: str,
    *,
    state: str | None = None,
    preference: str | None = None,
    applies_to: str | None = None,
    avoid_applying_to: str | None = None,
    at: datetime | None = None,
) -> Card:
    """Pause, archive, wake or reword a card; what is left out stays as it is."""
    words = {"preference": preference, "applies_to": applies_to, "avoid_applying_to": avoid_applying_to}
    for name, text in words.items():
        if text is not None:
            _check(name, text)
    wanted = _state(state) if state is not None else None
    with db.transaction():
        db.hold(f"direction:{project_id}:cards")
        recall.card(db, project_id, card_id)
        db.run(_CHANGE, project_id=project_id, card_id=card_id, state=wanted, **words, at=stamp(at or utcnow()))
        return recall.card(db, project_id, card_id)


_CHANGE: Final = """
    INSERT INTO direction_cards (project_id, card_id, state, preference, applies_to, avoid_applying_to, changed_at)
    VALUES (:project_id, :card_id, :state, :preference, :applies_to, :avoid_applying_to, :at)
        ON CONFLICT (project_id, card_id)
        DO UPDATE SET state = COALESCE(excluded.state, direction_cards.state),
                      preference = COALESCE(excluded.preference, direction_cards.preference),
                      applies_to = COALESCE(excluded.applies_to, direction_cards.applies_to),
                      avoid_applying_to = COALESCE(excluded.avoid_applying_to, direction_cards.avoid_applying_to),
                      changed_at = excluded.changed_at
"""


def _check(name: str, text: str) -> None:
    checked_text(name, text, limit=4 * LONGEST, empty=False)
    if len(text) > LONGEST:
        raise Invalid(f"{name} has {len(text)} characters; a card has room for {LONGEST}.", field=name)


def _state(name: str) -> CardState:
    try:
        return CardState(name.strip().lower())
    except ValueError:
        raise Invalid(f"state must be one of {', '.join(CardState)}.", field="state") from None
