"""What a person makes of a card; it outlives every rebuild, and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from showbible.direction.model import Card, CardState
from showbible.direction.recall import history, profiles
from showbible.direction.recall.card_text import LONGEST
from showbible.direction.recall.person_edits import Said, SaidOf, root
from showbible.errors import Conflict, Invalid, NotFound
from showbible.storage import changes
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import checked_id, checked_text, stamp, utcnow

WORDS: Final = ("preference", "applies_to", "avoid_applying_to")
SHAPES: Final = ("merged", "split")
"""What the history calls the cards that were joined into a card, and those that were split off it."""


def change_card(
    db: ProjectDatabase,
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
            check_words(name, text)
    wanted = _state(state) if state is not None else None
    with db.transaction():
        db.hold(f"direction:{db.project_id}:cards")
        said, (before,) = standing(db, card_id)
        if seen is not None:
            check_seen(before, seen)
        told = {name: value for name, value in {"state": wanted, **words}.items() if value is not None}
        put(db, part(said, card_id), told, at=at)
        return noted(db, before, said=said, at=at)


def take_back(db: ProjectDatabase, seq: int, *, at: datetime | None = None) -> Card:
    """Give a card back what one change took from it; words as they were learned belong to the learning again."""
    with db.transaction():
        db.hold(f"direction:{db.project_id}:cards")
        found = changes.one(db, kind=history.CARD, seq=seq)
        if found is None:
            raise NotFound("change", str(seq))
        said, (before,) = standing(db, found.item_id)
        learned = profiles.learned_card(db, found.item_id)
        old = {name: text for name, text in found.before.items() if name not in SHAPES}
        put(db, part(said, found.item_id), _as_learned(old, learned), at=at)
        for card_id, into in _links(found, said):
            put(db, part(said, card_id), {"merged_into": into}, at=at)
        return noted(db, before, said=said, at=at)


def _as_learned(old: Mapping[str, str], learned: Card | None) -> dict[str, str | None]:
    """The same words, but None where they are those of the learning."""
    return {name: None if learned and text == getattr(learned, name) else text for name, text in old.items()}


def _links(change: changes.Change, said: SaidOf) -> Iterable[tuple[str, str | None]]:
    """Which cards to join or to let go, so that a change of shape is undone."""
    was, now = ({name: set(side.get(name, ())) for name in SHAPES} for side in (change.before, change.after))
    away = sorted((now["merged"] - was["merged"]) | (was["split"] - now["split"]))
    back = sorted((was["merged"] - now["merged"]) | (now["split"] - was["split"]))
    for card_id in (*away, *back):
        if part(said, card_id).merged_into != (change.item_id if card_id in away else None):
            raise Conflict("One of these cards was merged or split again meanwhile; take that back first.")
        yield card_id, None if card_id in away else change.item_id


def standing(db: ProjectDatabase, *card_ids: str) -> tuple[SaidOf, list[Card]]:
    """People's part in all cards, and some cards; whoever asks for one that was merged is told so."""
    said = profiles.said(db)
    shown = {card.card_id: card for card in profiles.profile(db).cards}
    for card_id in card_ids:
        checked_id("card", card_id)
        if card_id not in shown and root(card_id, said) != card_id:
            raise Conflict(f"Card {card_id} was merged into another card; read the profile again.")
        if card_id not in shown:
            raise NotFound("card", card_id)
    return said, [shown[card_id] for card_id in card_ids]


def check_seen(card: Card, seen: Mapping[str, str]) -> None:
    """Refuse a change by somebody who had other words before them."""
    if any(getattr(card, name) != text for name, text in seen.items()):
        raise Conflict("The card was reworded meanwhile; read it again before you change it.")


def part(said: SaidOf, card_id: str) -> Said:
    """A person's part in one card; nothing, for most."""
    return said.get(card_id) or Said(card_id=card_id)


def put(db: ProjectDatabase, was: Said, told: Mapping[str, Any], *, at: datetime | None) -> None:
    """Add to a person's part in a card; None gives that part of it back to the learning."""
    row = asdict(was) | dict(told)
    scenes = json.dumps(row.pop("scenes"))
    db.run(_PUT, **row, scenes=scenes, at=stamp(at or utcnow()))


_PUT: Final = """
    INSERT INTO direction_cards (
        project_id, card_id, state, preference, applies_to, avoid_applying_to, merged_into, split_from, scenes,
        changed_at)
    VALUES (
        :project_id, :card_id, :state, :preference, :applies_to, :avoid_applying_to, :merged_into, :split_from,
        :scenes, :at)
    ON CONFLICT (project_id, card_id) DO UPDATE
       SET state = excluded.state, preference = excluded.preference, applies_to = excluded.applies_to,
           avoid_applying_to = excluded.avoid_applying_to, merged_into = excluded.merged_into,
           split_from = excluded.split_from, scenes = excluded.scenes, changed_at = excluded.changed_at
"""


def noted(db: ProjectDatabase, before: Card, *, said: SaidOf, at: datetime | None) -> Card:
    """The card as it is now, with its change written down; `said` is people's part as it was before."""
    told, (now,) = standing(db, before.card_id)
    changes.note(
        db,
        kind=history.CARD,
        item_id=before.card_id,
        before=_told(before, said),
        after=_told(now, told),
        at=at,
    )
    return now


def _told(card: Card, said: SaidOf) -> dict[str, Any]:
    """What the history keeps of a card."""
    mine = {name: getattr(card, name) for name in WORDS}
    halves = [each for each in said.values() if each.split_from == card.card_id]
    joined = [each for each in said.values() if each.merged_into == card.card_id and each not in halves]
    apart = sorted(each.card_id for each in halves if each.merged_into != card.card_id)
    return {"state": card.state, **mine, "merged": sorted(each.card_id for each in joined), "split": apart}


def check_words(name: str, text: str) -> None:
    """Refuse words that a card has no room for."""
    checked_text(name, text, limit=4 * LONGEST, empty=False)
    if len(text) > LONGEST:
        raise Invalid(f"{name} has {len(text)} characters; a card has room for {LONGEST}.", field=name)


def _state(name: str) -> CardState:
    try:
        return CardState(name.strip().lower())
    except ValueError:
        raise Invalid(f"state must be one of {', '.join(CardState)}.", field="state") from None
